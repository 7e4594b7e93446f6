import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t, { type Test } from 'tap';
import { readInUse } from '../../src/in-use.ts';
import { readModel } from '../../src/models-folder.ts';
import { takePullLock } from '../../src/pull/pull-lock.ts';
import { answers, type HostedFile, type ModelHost, sha256, startModelHost } from '../fixtures/model-host.ts';
import { contentOf, entryAt, inPlace, onnx, pullOf, serveTiny, tokens } from '../fixtures/pulls.ts';

t.test('a model is put in place whole, and used when nothing else is', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host);
  const progress: number[] = [];
  const { modelsDir, run } = await pullOf(t, entryAt(host), {
    onProgress: ({ bytes }) => void progress.push(bytes),
  });
  const [pulled] = await run();
  t.match(pulled, { wasThere: false, isUsed: true, model: { verified: 'first use' } });
  t.same(pulled?.model, await readModel(path.join(modelsDir, 'tiny')));
  t.same(pulled?.model.sha256, { 'model.onnx': sha256(onnx), 'tokens.txt': sha256(tokens) });
  t.ok(contentOf(modelsDir).equals(onnx));
  t.same(readdirSync(path.join(modelsDir, 'tiny')).sort(), ['model.json', 'model.onnx', 'tokens.txt']);
  t.same(await readInUse(modelsDir), { recognizer: 'tiny' });
  t.same(inPlace(modelsDir), ['first-use.json', 'in-use.json', 'tiny']);
  t.equal(progress.at(-1), onnx.length + tokens.length);

  const again = await pullOf(t, entryAt(host), { modelsDir });
  t.match(await again.run(), [{ wasThere: true, isUsed: true }]);
  t.equal(host.asked.length, 2, 'what is in place is not asked for again');
});

/** What a pull leaves whose connection breaks after 100,000 bytes. */
async function brokenPull(t: Test, host: ModelHost, change: Partial<HostedFile> = {}): Promise<string> {
  serveTiny(host, { ...change, stallAfter: 100_000 });
  const { modelsDir, run } = await pullOf(t, entryAt(host), {
    retryDelaysMs: [],
    onProgress: ({ bytes }) => bytes >= 100_000 && host.cut(),
  });
  await t.rejects(run(), { name: 'ModelError', message: /connection to 127\.0\.0\.1:\d+ broke/ });
  t.same(inPlace(modelsDir), [], 'nothing is in place');
  host.asked.length = 0;
  return modelsDir;
}

t.test('a connection that breaks is taken up where it broke', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host, { stallAfter: 100_000 });
  const { modelsDir, run } = await pullOf(t, entryAt(host), {
    onProgress({ bytes }) {
      if (bytes !== 100_000) return;
      serveTiny(host);
      host.cut();
    },
  });
  await run();
  t.ok(contentOf(modelsDir).equals(onnx));
  t.same(host.asked.slice(0, 2), ['/tiny/model.onnx', '/tiny/model.onnx bytes=100000-']);
});

t.test('a later pull goes on with what an earlier one has left', async (t) => {
  const host = await startModelHost(t);
  const modelsDir = await brokenPull(t, host);
  serveTiny(host);
  await (await pullOf(t, entryAt(host), { modelsDir })).run();
  t.ok(contentOf(modelsDir).equals(onnx));
  t.equal(host.asked[0], '/tiny/model.onnx bytes=100000-');

  await t.test('but not when the file at the server is another by now', async (t) => {
    const modelsDir = await brokenPull(t, host);
    const other = Buffer.from(onnx).reverse();
    serveTiny(host, { content: other });
    await (await pullOf(t, entryAt(host), { modelsDir })).run();
    t.ok(contentOf(modelsDir).equals(other));
  });
});

t.test('a server that sends all again, or names no state of the file, is started anew', async (t) => {
  for (const change of [{ ignoresRange: true }, { etag: null }]) {
    const host = await startModelHost(t);
    const modelsDir = await brokenPull(t, host, change);
    serveTiny(host, change);
    await (await pullOf(t, entryAt(host), { modelsDir })).run();
    t.ok(contentOf(modelsDir).equals(onnx), JSON.stringify(change));
  }
});

t.test('a part that is whole already, or damaged, does no harm', async (t) => {
  const host = await startModelHost(t);
  for (const left of [onnx, Buffer.from(onnx).fill(7, 0, 50_000)]) {
    const modelsDir = await brokenPull(t, host);
    writeFileSync(path.join(modelsDir, '.tiny.part', 'model.onnx.part'), left);
    serveTiny(host);
    await (await pullOf(t, entryAt(host, { sha256: sha256(onnx) }), { modelsDir })).run();
    t.ok(contentOf(modelsDir).equals(onnx));
  }
});

t.test('what the publisher’s own host states is checked', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host, { headers: { 'x-linked-etag': `"${sha256(onnx)}"` } });
  const blob = createHash('sha1').update(`blob ${tokens.length}\0`).update(tokens).digest('hex');
  host.files.set('/tiny/tokens.txt', { content: tokens, etag: `"${blob}"` });
  const { run } = await pullOf(t, entryAt(host));
  t.match(await run(), [{ model: { verified: 'publisher' } }]);

  serveTiny(host, { headers: { 'x-linked-etag': `"${sha256(tokens)}"` } });
  const wrong = await pullOf(t, entryAt(host));
  await t.rejects(wrong.run(), { message: /should have/ });

  await t.test('what a mirror states vouches for nothing, but must be right', async (t) => {
    serveTiny(host, { headers: { 'x-linked-etag': `"${sha256(onnx)}"` } });
    const entry = entryAt({ url: 'https://models.example' });
    const mirror = `models.example=${host.url}`;
    const { run } = await pullOf(t, entry, { mirror });
    t.match(await run(), [{ model: { verified: 'first use' } }]);
    serveTiny(host, { headers: { 'x-linked-etag': `"${sha256(tokens)}"` } });
    const wrong = await pullOf(t, entry, { mirror });
    await t.rejects(wrong.run(), { message: /should have/ });
  });
});

t.test('a file without a stated checksum must stay what it was', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host);
  const first = await pullOf(t, entryAt(host));
  await first.run();
  const other = Buffer.from(onnx).reverse();
  serveTiny(host, { content: other });
  const { modelsDir } = first;
  const entry = { ...entryAt(host), name: 'tiny-again' };
  const second = await pullOf(t, entry, { modelsDir });
  await t.rejects(second.run(), {
    message: new RegExp(`its SHA-256 was ${sha256(onnx)} and is ${sha256(other)}.*--accept-new`),
  });
  const third = await pullOf(t, entry, { modelsDir, acceptNew: true });
  t.match(await third.run(), [{ model: { sha256: { 'model.onnx': sha256(other) } } }]);
});

t.test('a mirror has the paths of the publishers’ hosts', async (t) => {
  const host = await startModelHost(t);
  host.files.set('/base/models.example/tiny/model.onnx', { content: onnx });
  host.files.set('/base/models.example/tiny/tokens.txt', { content: tokens });
  const mirror = `${host.url}/base/`;
  const { modelsDir, run } = await pullOf(t, entryAt({ url: 'https://models.example' }), { mirror });
  await run();
  t.ok(contentOf(modelsDir).equals(onnx));
  const bad = await pullOf(t, entryAt(host), { mirror: 'ftp://mirror' });
  await t.rejects(bad.run(), { message: /MODELS_MIRROR must be addresses/ });
});

t.test('another address has what one does not have', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host);
  const urls = [
    `${host.url}/gone/model.onnx`,
    'http://127.0.0.1:1/model.onnx',
    `${host.url}/tiny/model.onnx`,
  ];
  const { modelsDir, run } = await pullOf(t, entryAt(host, { urls }));
  await run();
  t.ok(contentOf(modelsDir).equals(onnx));
  const none = await pullOf(t, entryAt(host, { urls: urls.slice(0, 2) }));
  await t.rejects(none.run(), {
    message: /gone\/model\.onnx answers 404; 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/,
  });
});

t.test('a server that is busy or redirects is understood', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host, { before: [answers(500), answers(503), answers(429)] });
  const busy = await pullOf(t, entryAt(host));
  await busy.run();
  t.ok(contentOf(busy.modelsDir).equals(onnx));

  serveTiny(host, { before: Array.from({ length: 9 }, () => answers(500)) });
  const broken = await pullOf(t, entryAt(host));
  await t.rejects(broken.run(), { message: /model\.onnx answers 500/ });
  t.equal(host.asked.filter((asked) => asked.includes('model')).length, 4 + 4, 'after a few tries');

  serveTiny(host, { before: [answers(302, { location: '/elsewhere' })] });
  host.files.set('/elsewhere', { content: onnx });
  const redirected = await pullOf(t, entryAt(host));
  await redirected.run();
  t.ok(contentOf(redirected.modelsDir).equals(onnx));

  const round = answers(302, { location: '/tiny/model.onnx' });
  serveTiny(host, { before: Array.from({ length: 9 }, () => round) });
  const circling = await pullOf(t, entryAt(host));
  await t.rejects(circling.run(), { message: /redirects more than 5 times/ });
});

t.test('a server that falls silent is asked again, and given up at last', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host, { stallAfter: 50_000 });
  const { modelsDir, run } = await pullOf(t, entryAt(host), { idleTimeoutMs: 50, retryDelaysMs: [1] });
  await t.rejects(run(), { message: /127\.0\.0\.1:\d+ sends nothing any more/ });
  t.equal(host.asked.length, 2);
  serveTiny(host);
  await (await pullOf(t, entryAt(host), { modelsDir })).run();
  t.ok(contentOf(modelsDir).equals(onnx));
});

t.test('one process pulls into a folder at a time', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host);
  const { modelsDir, run } = await pullOf(t, entryAt(host), { modelsDir: t.testdir({}) });
  {
    using _lock = takePullLock(modelsDir);
    await t.rejects(run(), { message: /Another process is pulling models into/ });
    t.same(inPlace(modelsDir), []);
  }
  await (await pullOf(t, entryAt(host), { modelsDir })).run();
  t.same(inPlace(modelsDir), ['first-use.json', 'in-use.json', 'tiny']);
});

t.test('a stop leaves a part that the next one goes on with', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host, { stallAfter: 100_000 });
  const stop = new AbortController();
  const { modelsDir, run } = await pullOf(t, entryAt(host), {
    signal: stop.signal,
    onProgress: ({ bytes }) => bytes >= 100_000 && stop.abort(),
  });
  await t.rejects(run(), { name: 'AbortError' });
  serveTiny(host);
  await (await pullOf(t, entryAt(host), { modelsDir })).run();
  t.equal(host.asked[1], '/tiny/model.onnx bytes=100000-');
  t.ok(contentOf(modelsDir).equals(onnx));
});

t.test('a model in place that is broken is replaced', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host);
  const modelsDir = t.testdir({
    tiny: { 'model.json': '{}', 'other.txt': 'x' },
    'in-use.json': '{"recognizer":"own"}',
  });
  const { run } = await pullOf(t, entryAt(host), { modelsDir });
  t.match(await run(), [{ wasThere: false, isUsed: false }]);
  t.same(readdirSync(path.join(modelsDir, 'tiny')).sort(), ['model.json', 'model.onnx', 'tokens.txt']);
  t.equal(readFileSync(path.join(modelsDir, 'in-use.json'), 'utf8'), '{"recognizer":"own"}');
});
