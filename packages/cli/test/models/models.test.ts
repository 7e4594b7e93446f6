import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t, { type Test } from 'tap';
import { projectFolder } from '../../src/start/apps.ts';
import { endOf, runDebrief, startDebriefWith } from '../run-debrief.ts';
import { until } from '../start/start-process.ts';
import { type ModelServer, startModelServer } from './model-server.ts';

const run = (server: Pick<ModelServer, 'env'>, ...args: string[]) =>
  runDebrief(['models', ...args], server.env);

t.test('models are listed, pulled, used and removed', async (t) => {
  const server = await startModelServer(t);
  const before = JSON.parse((await run(server, 'list', '--json')).stdout);
  t.match(before, [{ name: 'tiny', role: 'recognizer', in_place: false, used_as: [] }, { name: 'other' }]);

  const pulled = await run(server, 'pull');
  t.equal(pulled.status, 0, pulled.stderr);
  t.match(pulled.stdout, /^tiny is in place, in .*\n {2}licence CC0-1\.0; .*\n {2}its publisher states no/);
  t.match(pulled.stdout, /\n {2}[0-9a-f]{64} {2}model\.onnx\n/);
  t.match(pulled.stdout, 'used as recognizer');
  t.ok(readFileSync(path.join(server.modelsDir, 'tiny/model.onnx')).equals(server.content));

  t.match((await run(server, 'pull')).stdout, 'tiny was in place already\n  used as recognizer\n');

  const other = await run(server, 'pull', 'other', '--json');
  t.match(JSON.parse(other.stdout), [{ name: 'other', was_there: false, used_as: null }]);
  t.match(await run(server, 'use', 'other', '--json'), { status: 0, stdout: /"role": "recognizer"/ });
  const after = JSON.parse((await run(server, 'list', '--json')).stdout);
  t.match(after, [{ used_as: [] }, { in_place: true, used_as: ['recognizer'], verified: 'first use' }]);
  t.match((await run(server, 'list')).stdout, /^other .*in use$/m);

  const mine = path.join(server.root, 'mine');
  mkdirSync(mine);
  writeFileSync(path.join(mine, 'model.int8.onnx'), 'm');
  writeFileSync(path.join(mine, 'tokens.txt'), 't');
  const used = await run(server, 'use', mine, '--kind', 'ctc', '--languages', 'de,fr');
  const line =
    /^mine is used as recognizer from the next recording on\n {2}licence own; languages: de, fr\n$/;
  t.match(used, { status: 0, stdout: line }, used.stderr);
  t.match(await run(server, 'remove', 'mine'), { status: 0, stdout: /pocketsphinx transcribes until/ });
  t.notOk(existsSync(path.join(server.modelsDir, 'mine')));
});

t.test('doctor says what transcribes, with which model, and what to do where that is not much', async (t) => {
  const server = await startModelServer(t);
  const transcription = async (settings: NodeJS.ProcessEnv = {}) => {
    const { stdout } = await runDebrief(['doctor', '--json'], { ...server.env, ...settings });
    return JSON.parse(stdout).find(({ name }: { name: string }) => name === 'Transcription');
  };
  const pull = /pocketsphinx serves, for English only .*; fetch a model with: debrief models pull$/;
  t.match(await transcription(), { ok: true, warning: true, detail: /^no speech model is in place; / });
  t.match(await transcription(), { detail: pull });
  t.match(await transcription({ PATH: '/nowhere' }), {
    ok: false,
    detail: /no pocketsphinx; fetch .* apt-get install/,
  });
  await run(server, 'pull');
  t.match(await transcription({ PATH: '/nowhere' }), {
    ok: true,
    warning: undefined,
    detail: /^sherpa-onnx with tiny /,
  });
  writeFileSync(path.join(server.modelsDir, 'tiny/model.json'), '{');
  t.match(await transcription(), { ok: true, warning: true, detail: /tiny.*; pocketsphinx serves/ });
});

t.test('what cannot be done is one clear line and status 1', async (t) => {
  const server = await startModelServer(t);
  const cases = [
    [['pull', 'big'], /^debrief: There is no model "big" to pull\. There are: tiny, other\n$/],
    [['use', 'tiny'], /^debrief: tiny is not in place yet\. Fetch it with: debrief models pull tiny\n$/],
    [['use', 'huge'], /^debrief: There is no model "huge" in .*, and no such folder/],
    [['remove', 'tiny'], /^debrief: There is no model "tiny" in .*There are none\n$/],
    [['pull', '--from', '/nowhere'], /^debrief: \/nowhere has no model\.onnx, tokens\.txt\. Bring http/],
  ] as const;
  const ended = await Promise.all(cases.map(([args]) => run(server, ...args)));
  for (const [index, [args, stderr]] of cases.entries()) {
    t.match(ended[index], { status: 1, stderr }, args.join(' '));
  }
  const noHost = { env: { ...server.env, MODELS_MIRROR: 'http://127.0.0.1:1' } };
  const stderr = /^Other ways: a proxy .*--from FOLDER\)\ndebrief: 127\.0\.0\.1:1 cannot be reached \(ECON/;
  t.match(await run(noHost, 'pull'), { status: 1, stderr });
  const deadProxy = { env: { ...server.env, HTTP_PROXY: 'http://a:b@127.0.0.1:1', NO_PROXY: '' } };
  t.match(await run(deadProxy, 'pull'), {
    status: 1,
    stderr: /^It was asked for through the proxy 127\.0\.0\.1:1\. Other ways/,
  });
  const unwritable = { env: { ...server.env, MODELS_DIR: path.join(server.env.MODELS_MANIFEST, 'models') } };
  t.match(await run(unwritable, 'pull'), { status: 1, stderr: /^debrief: .*manifest\.json/ });
});

/** A pull that waits for the rest of its model. */
async function stalledPull(t: Test, server: ModelServer) {
  server.stallAfter = 100_000;
  const child = startDebriefWith(server.env, 'models', 'pull');
  t.teardown(() => child.kill('SIGKILL'));
  const part = path.join(server.modelsDir, '.tiny.part/model.onnx.part');
  await until(() => (statSync(part, { throwIfNoEntry: false })?.size ?? 0) === 100_000);
  return child;
}

t.test(
  'a second puller is refused; what a killed one has left is gone on with, and no lock stays',
  async (t) => {
    const server = await startModelServer(t);
    const child = await stalledPull(t, server);
    t.match(await run(server, 'pull'), {
      status: 1,
      stderr: /^debrief: Another process is pulling models into/,
    });
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    t.notOk(existsSync(path.join(server.modelsDir, 'tiny')));
    server.stallAfter = null;
    t.match(await run(server, 'pull'), { status: 0 });
    t.equal(
      server.asked.find((asked) => asked.includes('bytes=')),
      '/model.onnx bytes=100000-',
    );
    t.ok(readFileSync(path.join(server.modelsDir, 'tiny/model.onnx')).equals(server.content));
  },
);

t.test('Ctrl-C stops a pull, and says that the next one goes on', async (t) => {
  const server = await startModelServer(t);
  const child = await stalledPull(t, server);
  const ended = endOf(child);
  child.kill('SIGINT');
  t.match(await ended, { status: 130, stderr: /^debrief: Stopped\. The next pull goes on from here\.\n$/m });
  server.stallAfter = null;
  t.match(await run(server, 'pull'), { status: 0 });
  t.ok(server.asked.includes('/model.onnx bytes=100000-'));
});

/** Runs a pull into a disk of its own, of so many mebibytes, and then what a shell is told. */
async function pullToDisk(server: ModelServer, mebibytes: number, then = '') {
  const script = `mkdir -p "$MODELS_DIR" && mount -t tmpfs -o size=${mebibytes}m tmpfs "$MODELS_DIR" && "$@" pull; s=$?; ${then} ls -A "$MODELS_DIR"; exit $s`;
  const command = [process.execPath, path.join(projectFolder, 'packages/cli/src/main.ts'), 'models'];
  const env = { ...process.env, ...server.env };
  return endOf(spawn('unshare', ['-m', 'sh', '-c', script, 'sh', ...command], { env, stdio: 'pipe' }));
}
const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0;

t.test(
  'a disk without room is named before the download',
  { skip: !mayMount && 'may not mount' },
  async (t) => {
    const server = await startModelServer(t);
    const { status, stderr } = await pullToDisk(server, 8);
    t.equal(status, 1);
    t.match(
      stderr,
      /^debrief: The disk of .*models.* has 8\.\d MB free, and 17 MB are needed\. Free some room/,
    );
  },
);

t.test(
  'a disk that becomes full is named, and the part stays',
  { skip: !mayMount && 'may not mount' },
  async (t) => {
    const server = await startModelServer(t, { bytes: 24 * 1024 * 1024, isChunked: true });
    const { status, stderr, stdout } = await pullToDisk(server, 18);
    t.equal(status, 1);
    t.match(
      stderr,
      /debrief: The disk of .* is full\. Free some room, then pull again: what has come is kept/,
    );
    t.match(stdout, '.tiny.part');
    t.notMatch(stdout, /^tiny$/m);
  },
);

t.test(
  'a model can be removed from a disk that is full',
  { skip: !mayMount && 'may not mount' },
  async (t) => {
    const server = await startModelServer(t);
    const fill = 'cat /dev/zero > "$MODELS_DIR/filled" 2>&-;';
    const then = `${fill} "$@" remove tiny; s=$?; cat "$MODELS_DIR/in-use.json";`;
    const { status, stderr, stdout } = await pullToDisk(server, 20, then);
    t.equal(status, 0, stderr);
    t.match(
      stdout,
      /^tiny is deleted\.\nIt was in use: pocketsphinx transcribes until another is used\.\n\{\}$/m,
    );
    t.notMatch(stdout, /^tiny$/m);
  },
);

t.test('--help explains the settings', async (t) => {
  const server = await startModelServer(t);
  const { stdout } = await run(server, 'pull', '--help');
  for (const name of ['MODELS_DIR', 'MODELS_MIRROR', 'MODELS_MANIFEST', 'HTTPS_PROXY', '--from']) {
    t.match(stdout, name);
  }
  t.notMatch(stdout, '--data-dir', 'it needs no running Debrief');
  t.same(existsSync(server.modelsDir) ? readdirSync(server.modelsDir) : [], []);
});
