import { consumers, streams } from '@debrief/contracts/topology';
import { type Command, InvalidArgumentError } from 'commander';
import { natsUrlOf, type SharedOptions } from './command-context.ts';
import { printRows } from './print.ts';

interface TopologyOptions extends SharedOptions {
  replicas: number;
}

const TIMEOUT_MS = 10_000;

export function addTopology(program: Command): void {
  program
    .command('topology')
    .description('make the streams and consumers that are missing in NATS, and bring the others up to date')
    .option('--replicas <count>', 'copies of each stream: 3 on a cluster of three', parseReplicas, 1)
    .action(async (_options: object, command: Command) => {
      const options = command.optsWithGlobals<TopologyOptions>();
      const { connect } = await import('@debrief/messaging/connection');
      const { createLogger } = await import('@debrief/service-kit/logger');
      const messaging = await connect({
        ...{
          url: await natsUrlOf(options),
          name: 'topology',
          replicas: options.replicas,
          timeoutMs: TIMEOUT_MS,
        },
        log: createLogger({ name: 'debrief', level: 'silent' }),
      });
      await messaging.close();
      const rows = streams.map(({ name, subjects }) => ({
        stream: name,
        subjects,
        consumers: consumersOf(name),
      }));
      printRows(rows, ['stream', 'subjects', 'consumers'], options.json === true);
    });
}

function consumersOf(stream: string): string[] {
  return Object.values(consumers)
    .filter((consumer) => consumer.stream === stream)
    .map(({ durable }) => durable);
}

function parseReplicas(text: string): number {
  if (!/^[1-5]$/.test(text)) throw new InvalidArgumentError('It must be 1 to 5.');
  return Number(text);
}
