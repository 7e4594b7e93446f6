import { writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import builtIn from '../src/manifest.json' with { type: 'json' };
import { bytesOf, downloadBytes, findEntry, readManifest } from '../src/manifest.ts';
import { roleOf } from '../src/model.ts';
import { entryAt } from './fixtures/pulls.ts';

t.test('the checked-in manifest is valid, and each file is from somewhere over https', async (t) => {
  const file = path.join(t.testdir({}), 'manifest.json');
  writeFileSync(file, JSON.stringify(builtIn));
  const models = await readManifest(file);
  t.equal(new Set(models.map(({ name }) => name)).size, models.length, 'each name is there once');
  for (const { name, downloads, archive } of models) {
    for (const { urls, source } of downloads) {
      for (const url of urls) t.match(url, /^https:\/\/(huggingface\.co|github\.com)\//, name);
      t.match(source, /^https:\/\//, `${name} says where that was read`);
    }
    if (archive !== null) t.match(archive.source, /^https:\/\//);
  }
  t.same(await readManifest(), models);
});

t.test('a recognizer and what tells voices apart come by default, in files that need no bzip2', async (t) => {
  const defaults = (await readManifest()).filter((entry) => entry.default);
  t.same(
    defaults.map(({ kind }) => roleOf(kind)),
    ['recognizer', 'vad', 'segmentation', 'embedding'],
  );
  for (const { downloads, name } of defaults) t.not(downloads.length, 0, name);
});

t.test('a manifest that is none is refused, saying why', async (t) => {
  const entry = entryAt({ url: 'https://models.example' });
  const { tokens: _, ...noTokens } = entry.files;
  for (const [models, message] of [
    [[{ ...entry, licence: undefined }], /models\.0\.licence is required/],
    [[{ ...entry, files: noTokens }], /tiny names no file as tokens/],
    [[{ ...entry, downloads: [] }], /tiny has neither downloads nor an archive/],
    [[{ ...entry, downloads: entry.downloads.slice(1) }], /tiny says not where model\.onnx is/],
  ] as const) {
    const folder = t.testdir({ 'm.json': JSON.stringify({ models }) });
    await t.rejects(readManifest(path.join(folder, 'm.json')), { name: 'ModelError', message });
  }
  await t.rejects(readManifest('/nowhere.json'), { message: /no manifest of models at \/nowhere\.json/ });
  t.throws(() => findEntry([entry], 'big'), { message: /no model "big" to pull\. There are: tiny/ });
});

t.test('sizes are read as pages show them', async (t) => {
  for (const [bytes, size, expected] of [
    [7, '126M', 7],
    [null, '126M', 126 * 1024 ** 2],
    [null, '6.5K', 6656],
    [null, '112 MB', 112e6],
    [null, '817 kB', 817e3],
    [null, null, null],
  ] as const) {
    t.equal(bytesOf({ bytes, size }), expected);
  }
  const entry = entryAt({ url: 'https://models.example' }, { bytes: 5 });
  t.equal(downloadBytes(entry), null);
  t.equal(downloadBytes({ ...entry, downloads: entry.downloads.slice(0, 1) }), 5);
});
