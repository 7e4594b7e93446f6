import { once } from 'node:events';
import { connect } from 'node:net';
import { awaitPort } from '@debrief/local/free-port';
import { testNats } from '@debrief/local/testing';
import type { Cleanup } from './cleanup.ts';
import { isStored, readConsumers, readStreams } from './read-streams.ts';
import { createSmallDisk, type SmallDisk } from './small-disk.ts';

/** The NATS of a stack, which a fault may break. */
export interface NatsServer {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Removes the store; the server is down. */
  wipe(): void;
  freeze(): void;
  unfreeze(): void;
  /** Publishes text on a subject, as any client of the bus could. */
  publish(subject: string, text: string): Promise<void>;
  /** The same; false where JetStream does not store it. */
  store(subject: string, text: string): Promise<boolean>;
  /** What its streams hold: a subject, a blank and the text of each message. */
  read(): Promise<string[]>;
  /** How far its streams and their consumers are. @throws when JetStream does not answer. */
  consumers(): Promise<unknown[]>;
  /** Where JetStream keeps its streams; the server must be down when it is mounted. */
  readonly disk: SmallDisk;
}

export async function startNatsServer(cleanup: Cleanup): Promise<NatsServer> {
  const server = await testNats(cleanup);
  const port = Number(new URL(server.url).port);
  return {
    url: server.url,
    async kill() {
      server.kill('SIGKILL');
      await awaitPort(port, false);
    },
    start: () => server.start(),
    wipe: () => server.wipe(),
    freeze: () => server.kill('SIGSTOP'),
    unfreeze: () => server.kill('SIGCONT'),
    read: () => readStreams(port),
    consumers: () => readConsumers(port),
    store: (subject, text) => isStored(port, subject, text),
    disk: createSmallDisk(cleanup, server.storeDir),
    async publish(subject, text) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write('CONNECT {"verbose":false,"pedantic":false}\r\n');
      socket.write(`PUB ${subject} ${Buffer.byteLength(text)}\r\n${text}\r\nPING\r\n`);
      let heard = '';
      socket.setEncoding('utf8');
      for await (const chunk of socket) {
        heard += chunk;
        if (heard.includes('PONG')) break;
      }
      socket.destroy();
    },
  };
}
