import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import t from 'tap';
import { askJetStream } from '../src/ask-jetstream.ts';
import { freePorts } from '../src/free-port.ts';
import { type LocalNats, startNatsMember } from '../src/nats.ts';
import { pollUntil } from '../src/poll-until.ts';

const TIMEOUT_MS = 30_000;

t.test('three servers keep three copies, and two of them go on without the third', async (t) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'debrief-members-'));
  const routePorts = await freePorts(3);
  const start = (index: number): Promise<LocalNats> =>
    startNatsMember({
      ...{ dataDir, log: () => {} },
      member: {
        ...{ name: `n${index}`, routePort: routePorts[index] ?? 0, routePorts, routePassword: 'route' },
      },
    });
  const servers = await Promise.all([0, 1, 2].map(start));
  t.teardown(async () => {
    for (const server of servers) await server.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const ask = (server: LocalNats | undefined, subject: string, body = '') =>
    askJetStream(server?.url ?? '', subject, { body, timeoutMs: 2_000 }).catch((error: Error) => ({ error }));
  const stream = JSON.stringify({ name: 'facts', subjects: ['facts.>'], num_replicas: 3, storage: 'file' });
  // A cluster takes a moment to choose who leads.
  const isMade = async () => {
    const { error } = (await ask(servers[0], '$JS.API.STREAM.CREATE.facts', stream)) as { error?: unknown };
    return error === undefined;
  };
  t.ok(await pollUntil(isMade, { intervalMs: 200, timeoutMs: TIMEOUT_MS }));
  const isStored = async () => {
    const { seq } = (await ask(servers[1], 'facts.one', 'one')) as { seq?: number };
    return seq !== undefined;
  };
  t.ok(await pollUntil(isStored, { intervalMs: 200, timeoutMs: TIMEOUT_MS }));
  const info = (await ask(servers[1], '$JS.API.STREAM.INFO.facts')) as { cluster?: { replicas?: unknown[] } };
  t.equal(info.cluster?.replicas?.length, 2, 'beside the one that leads');
  process.kill(servers[2]?.pid ?? 0, 'SIGKILL');
  await servers[2]?.exited;
  t.ok(await pollUntil(isStored, { intervalMs: 200, timeoutMs: TIMEOUT_MS }));
});
