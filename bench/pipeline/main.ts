import path from 'node:path';
import { writeFigures } from '../figures.ts';
import { installPeer } from '../install-peer.ts';
import { say } from '../run-bench.ts';
import { runUntilStopped, withFolder, withProcesses } from '../run-until-stopped.ts';
import { measureMemory } from './memory.ts';
import { type Options, readOptions } from './options.ts';
import { reportOf } from './report.ts';
import { measureThroughput } from './throughput.ts';

await runUntilStopped({ name: 'bench:pipeline', readOptions, run });

async function run(options: Options, signal: AbortSignal): Promise<void> {
  await installPeer(new URL('graphile-worker/', import.meta.url), say, signal);
  const report = await withFolder(async (folder) => {
    const within = (name: string) => ({ folder: path.join(folder, name), signal });
    const results = await withProcesses(within('throughput'), (o) => measureThroughput(options, o));
    const memory = await withProcesses(within('memory'), (o) => measureMemory(options, o));
    return reportOf(options, results, memory);
  }, options);
  process.stdout.write(`${report}\n`);
  if (options.output !== '') writeFigures(options.output, 'pipeline', report);
}
