import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { badFiles, makeFiles, type OddFile, oddFiles } from './fixtures/bad-files.ts';
import { engineThat } from './fixtures/engine-that.ts';
import { httpHost } from './fixtures/recording-host.ts';
import { until } from './fixtures/until.ts';
import { pipeline } from './fixtures/worker.ts';

const made = await makeFiles(t.testdir({}));

/** The worker with an engine that hears nothing, and a host of some files. */
async function submitted(t: Parameters<typeof pipeline>[0], files: readonly OddFile[]) {
  const engines = [engineThat(async () => [])];
  const { ingest, host, workDir } = await pipeline(
    t,
    (request, response) => response.end(files[Number(request.url?.slice(1))]?.bytes),
    { engines },
  );
  const rows = await ingest.submit(...files.map((_, index) => ({ url: `${host.origin}/${index}` })));
  return { rows, workDir };
}

t.test('whatever is no recording ends with its reason, and leaves nothing', async (t) => {
  const asked: string[] = [];
  const canary = await httpHost(t, (request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  const secret = join(t.testdir({}), 'secret.wav');
  await writeFile(secret, made['a.wav']);
  const byCode = badFiles(made, { url: canary.origin, file: secret });
  const expected = Object.entries(byCode).flatMap(([code, files]) =>
    files.map((file) => ({ code, ...file })),
  );
  t.ok(expected.length >= 40);
  const { rows, workDir } = await submitted(t, expected);
  await until(() => rows.every(({ state }) => state !== 'queued' && state !== 'held'));
  for (const [index, { about, code }] of expected.entries()) {
    const { releases, claims } = rows[index] ?? {};
    t.match(releases, [{ outcome: 'failed', error: { code } }], about);
    t.equal(claims, 1, `${about}: once`);
  }
  t.same(asked, [], 'nobody followed an address in a file');
  t.same(await readdir(workDir), []);
});

t.test('what is odd and can be heard is transcribed', async (t) => {
  const files = oddFiles(made);
  const { rows, workDir } = await submitted(t, files);
  await until(() => rows.every(({ state }) => state !== 'queued' && state !== 'held'));
  for (const [index, { about, seconds }] of files.entries()) {
    t.same(rows[index]?.releases, [], about);
    const heard = rows[index]?.transcript?.duration_seconds ?? 0;
    t.ok(Math.abs(heard - seconds) < 0.2, `${about}: ${heard} s of ${seconds} s`);
  }
  await until(async () => (await readdir(workDir)).length === 0);
});
