import { mkdirSync } from 'node:fs';
import { takePullLock } from '@debrief/models/pull-lock';
import t, { type Test } from 'tap';
import { fetchModels } from '../../src/start/fetch-models.ts';
import { mayFetchModels } from '../../src/start/start-debrief.ts';
import { dataFolder, startWith, until } from '../start/start-process.ts';
import { type ModelServer, startModelServer } from './model-server.ts';

/** What a start says of its models. */
async function linesOf(t: Test, server: Pick<ModelServer, 'env'>): Promise<string[]> {
  t.intercept(process, 'env', { value: { ...process.env, ...server.env } });
  const lines: string[] = [];
  const { signal } = new AbortController();
  await fetchModels({ say: (line) => void lines.push(line), showProgress: null, signal });
  return lines;
}

t.test('a start fetches what is missing, says how far it is, and later starts say nothing', async (t) => {
  const server = await startModelServer(t);
  const lines = await linesOf(t, server);
  t.match(lines[0], 'Fetching speech models in the background');
  t.match(lines[0], 'pocketsphinx transcribes until then');
  t.ok(lines.some((line) => /^Speech model tiny: (25|50|75) % of 0\.2 MB$/.test(line)));
  t.match(lines.at(-1), /^Speech model tiny is in place: .*English only; its checksum was recorded$/);
  t.same(await linesOf(t, server), []);
});

t.test('without a network one line says so', async (t) => {
  const server = await startModelServer(t);
  const MODELS_MIRROR = 'http://127.0.0.1:1';
  const lines = await linesOf(t, { env: { ...server.env, MODELS_MIRROR } as ModelServer['env'] });
  t.equal(lines.length, 2);
  t.match(
    lines[1],
    /^No speech model was fetched: 127\.0\.0\.1:1 cannot be reached.*Try again with: npm run/,
  );
});

t.test('a start beside another one that fetches leaves it to that one', async (t) => {
  const server = await startModelServer(t);
  mkdirSync(server.modelsDir);
  using _lock = takePullLock(server.modelsDir);
  t.equal((await linesOf(t, server)).at(-1), 'Another process is fetching speech models already');
  t.same(server.asked, []);
});

t.test('tests fetch nothing, and neither does a start that is told not to', async (t) => {
  t.equal(mayFetchModels({ models: true }, {}), true);
  t.equal(mayFetchModels({ models: false }, {}), false);
  t.equal(mayFetchModels({ models: true }, { FETCH_MODELS: 'false' }), false);
  t.equal(mayFetchModels({ models: true }, { TEMPORARY_DATA: 'true' }), false);

  const server = await startModelServer(t);
  const debrief = startWith(t, { ...server.env }, '--no-demo', '--port', '0', '--data-dir', dataFolder(t));
  await debrief.says('NATS is up');
  debrief.kill('SIGINT');
  await debrief.ended;
  t.same(server.asked, []);
  t.notMatch(debrief.output(), 'speech models');
});

t.test('a start does not wait for its models', async (t) => {
  const server = await startModelServer(t);
  server.stallAfter = 100_000;
  const settings = { ...server.env, FETCH_MODELS: 'true' };
  const debrief = startWith(t, settings, '--no-demo', '--port', '0', '--data-dir', dataFolder(t));
  await debrief.says('Debrief is ready');
  t.match(debrief.output(), 'Fetching speech models in the background');
  t.notMatch(debrief.output(), 'is in place');
  await until(() => server.asked.length > 0);
  debrief.kill('SIGINT');
  t.equal(await debrief.ended, 0, 'nor does the stop');
});
