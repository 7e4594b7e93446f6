import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Answer = 'at once' | 'late' | 'not';

/** As long as a busy machine takes now and then. */
const LATE_MS = 2_000;
/** AuthenticationOk, with which a Postgres that takes connections answers a check. */
const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);

export interface CheckedPostgres {
  readonly port: number;
  /** How the next checks are answered, one after another, and those after them at once; resolves when the last one is. */
  answer(...next: Answer[]): Promise<'answered'>;
  close(): void;
}

/** What a proxy sees of a Postgres: a server that answers its checks, and says nothing to clients. */
export async function startCheckedPostgres(): Promise<CheckedPostgres> {
  let answers: Answer[] = [];
  let done = () => {};
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // A check names its user; the tests' client says nothing.
    socket.once('data', async () => {
      const answer = answers.shift() ?? 'at once';
      if (answer === 'late') await sleep(LATE_MS);
      socket.end(answer === 'not' ? '' : AUTHENTICATION_OK);
      if (answers.length === 0) done();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    answer: (...next) =>
      new Promise((resolve) => {
        answers = next;
        done = () => resolve('answered');
      }),
    close: () => server.close(),
  };
}
