import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { pullModels } from '../../src/pull/pull-models.ts';
import { createDispatcher } from '../../src/pull/request-file.ts';
import { answers, sha256, startModelHost } from '../fixtures/model-host.ts';
import { contentOf, entryAt, inPlace, onnx, pullOf, serveTiny, tokens } from '../fixtures/pulls.ts';

t.test('what is not the file is refused, and nothing of it stays', async (t) => {
  const host = await startModelHost(t);
  for (const [change, message] of [
    [{ sha256: sha256(tokens) }, /has the SHA-256 \w{64}, and should have \w{64}/],
    [{ bytes: 299_999 }, /model\.onnx has 300000 bytes, and should have 299999/],
  ] as const) {
    serveTiny(host);
    const { modelsDir, run } = await pullOf(t, entryAt(host, change));
    await t.rejects(run(), { name: 'ModelError', message });
    t.same(inPlace(modelsDir), []);
    t.notOk(existsSync(path.join(modelsDir, '.tiny.part', 'model.onnx.part')));
  }
  serveTiny(host, { isChunked: true });
  const { run } = await pullOf(t, entryAt(host, { bytes: 1000 }));
  await t.rejects(run(), { message: /has more than 1000 bytes/ }, 'also where the server names no length');
});

t.test('where only the size about is known, much less or more is not the file', async (t) => {
  const host = await startModelHost(t);
  for (const [size, isChunked] of [
    ['3.0 MB', false],
    ['3.0 MB', true],
    ['30K', true],
  ] as const) {
    serveTiny(host, { isChunked });
    const { modelsDir, run } = await pullOf(t, entryAt(host, { size }));
    const message = /model\.onnx has \d+ bytes, and should have about 3\d?.*/;
    await t.rejects(run(), { name: 'ModelError', message }, `${size}, chunked: ${isChunked}`);
    t.same(inPlace(modelsDir), [], 'nor is it recorded as what it was at first');
  }
  for (const size of ['300 kB', '293K', '0.3 MB']) {
    serveTiny(host);
    t.match(await (await pullOf(t, entryAt(host, { size }))).run(), [{ isUsed: true }], size);
  }
  serveTiny(host, { isChunked: true });
  const short = await pullOf(t, entryAt(host, { bytes: 300_001 }));
  await t.rejects(short.run(), { message: /has 300000 bytes, and should have 300001/ });

  const from = path.join(t.testdir({}), 'usb');
  mkdirSync(from);
  writeFileSync(path.join(from, 'model.onnx'), onnx.subarray(0, 100_000));
  writeFileSync(path.join(from, 'tokens.txt'), tokens);
  const brought = await pullOf(t, entryAt(host, { size: '300 kB' }), { from });
  await t.rejects(brought.run(), { message: /usb.model\.onnx has 100000 bytes, and should have about/ });
});

t.test('a page of a network that wants a sign-in is not a model', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host, { before: [answers(200, { 'content-type': 'text/html; charset=utf-8' })] });
  const { modelsDir, run } = await pullOf(t, entryAt(host));
  await t.rejects(run(), { name: 'ModelError', message: /answers with a web page/ });
  t.same(inPlace(modelsDir), []);
});

t.test('a model that cannot be had keeps no other one back, and is told at the end', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host);
  const gone = (name: string) => ({ ...entryAt({ url: `${host.url}/nowhere` }), name });
  const dispatcher = await createDispatcher();
  t.teardown(() => dispatcher.destroy());
  const modelsDir = path.join(t.testdir({}), 'models');
  const pulled: string[] = [];
  const run = async () => {
    for await (const { model } of pullModels([gone('a'), entryAt(host), gone('b')], {
      ...{ modelsDir, dispatcher, mirrors: new Map(), acceptNew: false, retryDelaysMs: [] },
      ...{ signal: new AbortController().signal, onProgress: () => {}, say: () => {} },
    }))
      pulled.push(model.name);
  };
  await t.rejects(run(), {
    message: /^http:\/\/127\.0\.0\.1:\d+\/nowhere\/tiny\/model\.onnx answers 404$/,
  });
  t.same(pulled, ['tiny']);
  t.ok(contentOf(modelsDir).equals(onnx));
});

t.test('each further try is told with its reason and its wait', async (t) => {
  const host = await startModelHost(t);
  serveTiny(host, { before: [answers(503), answers(429)] });
  const told: [string, number][] = [];
  const onRetry = (failure: string, delayMs: number) => void told.push([failure, delayMs]);
  await (await pullOf(t, entryAt(host), { retryDelaysMs: [1, 2], onRetry })).run();
  t.match(told, [
    [/model\.onnx answers 503$/, 1],
    [/model\.onnx answers 429$/, 2],
  ]);
});

t.test('a proxy that is no address is named, without what it holds', async (t) => {
  for (const HTTPS_PROXY of ['proxy secret', 'user:secret@proxy']) {
    await t.test(HTTPS_PROXY, async (t) => {
      t.intercept(process, 'env', { value: { ...process.env, HTTPS_PROXY } });
      await t.rejects(createDispatcher(), {
        name: 'ModelError',
        message: 'HTTPS_PROXY must be an address such as http://proxy.example:3128',
      });
    });
  }
});
