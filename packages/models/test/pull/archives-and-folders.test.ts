import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t, { type Test } from 'tap';
import type { ManifestEntry } from '../../src/manifest.ts';
import { sha256, startModelHost } from '../fixtures/model-host.ts';
import { contentOf, entryAt, inPlace, onnx, pullOf, serveTiny, tokens } from '../fixtures/pulls.ts';

/** A `.tar.bz2` as models are published: their folder with files that are needed and others. */
function archiveOf(t: Test, member: string, change: (folder: string) => void = () => {}): Buffer {
  const root = t.testdir({ 'tiny-v1': { 'tokens.txt': tokens.toString(), 'README.md': 'x' } });
  const folder = path.join(root, 'tiny-v1');
  writeFileSync(path.join(folder, 'model.onnx'), onnx);
  change(folder);
  execFileSync('tar', ['-c', '-j', '-f', path.join(root, 'tiny.tar.bz2'), '-C', root, member]);
  return readFileSync(path.join(root, 'tiny.tar.bz2'));
}

function archivedAt(url: string, change: Partial<NonNullable<ManifestEntry['archive']>> = {}): ManifestEntry {
  const nothing = { bytes: null, size: null, sha256: null, checksums: null, source: 'test' };
  const archive = { url: `${url}/tiny.tar.bz2`, folder: 'tiny-v1', ...nothing, ...change };
  return { ...entryAt({ url }), downloads: [], archive };
}

t.test('a model is taken out of its archive, however that names its members', async (t) => {
  const host = await startModelHost(t);
  for (const member of ['tiny-v1', './tiny-v1']) {
    const content = archiveOf(t, member);
    host.files.set('/tiny.tar.bz2', { content });
    const { modelsDir, run, said } = await pullOf(t, archivedAt(host.url, { sha256: sha256(content) }));
    t.match(await run(), [{ model: { verified: 'publisher', sha256: { 'model.onnx': sha256(onnx) } } }]);
    t.same(readdirSync(path.join(modelsDir, 'tiny')).sort(), ['model.json', 'model.onnx', 'tokens.txt']);
    t.ok(contentOf(modelsDir).equals(onnx));
    t.same(said, ['Unpacking tiny.tar.bz2']);
  }
});

t.test('the publisher’s list of checksums says what an archive must be', async (t) => {
  const host = await startModelHost(t);
  const content = archiveOf(t, 'tiny-v1');
  host.files.set('/tiny.tar.bz2', { content });
  const entry = archivedAt(host.url, { checksums: `${host.url}/checksum.txt` });
  const unlisted = await pullOf(t, entry);
  t.match(await unlisted.run(), [{ model: { verified: 'first use' } }], 'there is no list');
  const listed = (sum: string) => Buffer.from(`a.tar.bz2\t${sha256(tokens)}\ntiny.tar.bz2\t${sum}\n`);
  host.files.set('/checksum.txt', { content: listed(sha256(content)) });
  t.match(await (await pullOf(t, entry)).run(), [{ model: { verified: 'publisher' } }]);
  host.files.set('/checksum.txt', { content: listed(sha256(onnx)) });
  const { run, modelsDir } = await pullOf(t, entry);
  await t.rejects(run(), { message: /has the SHA-256/ });
  t.same(inPlace(modelsDir), []);
});

t.test('an archive that is damaged, or lacks a file, puts nothing in place', async (t) => {
  const host = await startModelHost(t);
  const whole = archiveOf(t, 'tiny-v1');
  const link = (folder: string): void => {
    execFileSync('rm', [path.join(folder, 'model.onnx')]);
    symlinkSync('/etc/hostname', path.join(folder, 'model.onnx'));
  };
  for (const [content, message] of [
    [whole.subarray(0, 200_000), /cannot be unpacked/],
    [Buffer.from('no archive at all'), /cannot be unpacked/],
    [archiveOf(t, 'tiny-v1/tokens.txt'), /cannot be unpacked: .*model\.onnx/],
    [archiveOf(t, 'tiny-v1', link), /has no file tiny-v1\/model\.onnx/],
  ] as const) {
    host.files.set('/tiny.tar.bz2', { content });
    const { modelsDir, run } = await pullOf(t, archivedAt(host.url));
    await t.rejects(run(), { name: 'ModelError', message });
    t.notOk(inPlace(modelsDir).includes('tiny'));
  }
});

t.test('an archive is refused before it is downloaded where bzip2 is missing', async (t) => {
  const host = await startModelHost(t);
  t.intercept(process, 'env', { value: { ...process.env, PATH: t.testdir({}) } });
  const { run } = await pullOf(t, archivedAt(host.url));
  await t.rejects(run(), { message: /bzip2 and tar is missing: install it with apt-get install bzip2 tar/ });
  t.same(host.asked, []);
});

t.test('an archive has what single files have not', async (t) => {
  const host = await startModelHost(t);
  host.files.set('/tiny.tar.bz2', { content: archiveOf(t, 'tiny-v1') });
  const entry = { ...archivedAt(host.url), downloads: entryAt(host).downloads };
  const { modelsDir, run, said } = await pullOf(t, entry);
  await run();
  t.ok(contentOf(modelsDir).equals(onnx));
  t.match(said, [/model\.onnx answers 404\. Trying http.*tiny\.tar\.bz2/, /Unpacking/]);
});

t.test('files brought by hand are taken from their folder, and checked', async (t) => {
  const from = t.testdir({ tiny: { 'tokens.txt': tokens.toString() } });
  writeFileSync(path.join(from, 'model.onnx'), onnx);
  const nowhere = { url: 'http://127.0.0.1:1' };
  const modelsDir = path.join(from, 'models');
  const { run } = await pullOf(t, entryAt(nowhere), { from, modelsDir });
  t.match(await run(), [{ isUsed: true, model: { sha256: { 'model.onnx': sha256(onnx) } } }]);
  t.ok(contentOf(modelsDir).equals(onnx));
  t.ok(readFileSync(path.join(from, 'model.onnx')).equals(onnx), 'they stay where they were');

  const wrong = await pullOf(t, entryAt(nowhere, { sha256: sha256(tokens) }), { from });
  await t.rejects(wrong.run(), { message: /model\.onnx has the SHA-256 .*, and should have/ });
  const short = await pullOf(t, entryAt(nowhere, { bytes: 5 }), { from });
  await t.rejects(short.run(), { message: /model\.onnx has 300000 bytes, and should have 5/ });
  const none = await pullOf(t, entryAt(nowhere), { from: path.join(from, 'tiny') });
  await t.rejects(none.run(), {
    message: /has no model\.onnx\. Bring http:\/\/127\.0\.0\.1:1\/tiny\/model\.onnx/,
  });
});

t.test('an archive brought by hand is unpacked', async (t) => {
  const content = archiveOf(t, 'tiny-v1');
  const from = path.join(t.testdirName, 'brought');
  mkdirSync(from);
  writeFileSync(path.join(from, 'tiny.tar.bz2'), content);
  const modelsDir = path.join(from, 'models');
  const { run } = await pullOf(t, archivedAt('http://127.0.0.1:1'), { from, modelsDir });
  await run();
  t.ok(contentOf(modelsDir).equals(onnx));
  t.ok(readFileSync(path.join(from, 'tiny.tar.bz2')).equals(content));
});

t.test('a file that came whole is not fetched again when another one failed', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host);
  host.files.delete('/tiny/tokens.txt');
  const { modelsDir, run } = await pullOf(t, entryAt(host));
  await t.rejects(run(), { message: /tokens\.txt answers 404/ });
  serveTiny(host);
  await (await pullOf(t, entryAt(host), { modelsDir })).run();
  t.equal(host.asked.filter((asked) => asked.startsWith('/tiny/model.onnx')).length, 1);
});
