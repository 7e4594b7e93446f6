import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { Gate } from '../fixtures/gate.ts';
import type { Row } from '../fixtures/ingest-stand-in.ts';
import { convert, sampleCall } from '../fixtures/sample-call.ts';
import { until } from '../fixtures/until.ts';
import { type PipelineOptions, pipeline } from '../fixtures/worker.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** Each integration's recordings go to an engine of its own name, so that the order of the engines is theirs. */
const of = (integration: number) => ({
  integration_id: uuid(integration),
  ai_models: [{ model: `engine ${integration}`, type: 'transcription' }],
});

const folder = t.testdir({});
const short = await readFile(await sampleCall(folder, 'short.mp3'));
// Four windows, each a sound after a long pause: the engines here do not listen.
const sounds = "aevalsrc='0.3*sin(2*PI*440*t)*lt(mod(t,9.5),0.7)':s=16000:d=29.5";
const long = await readFile(await convert(folder, 'long.mp3', '-f', 'lavfi', '-i', sounds));

/** A host of long calls, of short ones, and of one that never ends: `/long`, `/short`, `/drip`. */
async function gatedPipeline(t: Test, integrations: number, options: PipelineOptions = {}) {
  const gate = new Gate();
  const engines = Array.from({ length: integrations }, (_, index) => gate.engine(`engine ${index}`));
  const stack = await pipeline(
    t,
    (request, response) => {
      if (request.url === '/short') response.end(short);
      else if (request.url === '/long') response.end(long);
      else {
        const timer = setInterval(() => response.write('x'), 100);
        response.on('close', () => clearInterval(timer));
      }
    },
    { engines, ...options },
  );
  return { ...stack, gate };
}

const waits = ({ renewals }: Row) =>
  renewals.at(-1)?.paused === true && renewals.some(({ audio_seconds }) => audio_seconds !== null);

// Each test has a server of its own and mostly waits.
t.jobs = 2;

for (const integrations of [2, 20]) {
  t.test(
    `a short call among the long ones of ${integrations - 1} is at an engine after one window`,
    async (t) => {
      const env = { ENGINE_PLACES: '1', DOWNLOAD_PLACES: '8' };
      const { ingest, host, gate } = await gatedPipeline(t, integrations, { env });
      const others = Array.from({ length: integrations - 1 }, (_, index) => index);
      const long = await ingest.submit(
        ...others.flatMap((index) =>
          Array.from({ length: 2 }, () => ({ url: `${host.origin}/long`, recording: of(index) })),
        ),
      );
      // Every integration has a window behind it, and all that find a place wait.
      while (new Set(gate.begun).size < others.length) {
        await until(() => gate.running.length === 1);
        gate.running[0]?.finish();
      }
      await until(() => gate.running.length === 1);
      await until(() => long.filter(waits).length >= Math.min(2, integrations - 1));
      const [call] = await ingest.submit({ url: `${host.origin}/short`, recording: of(integrations - 1) });
      await until(() => call !== undefined && waits(call));
      const before = gate.begun.length;
      gate.running[0]?.finish();
      await until(() => gate.begun.length > before);
      t.equal(gate.begun[before], `engine ${integrations - 1}`);
      gate.open();
      await until(() => call?.state === 'transcribed');
    },
  );
}

t.test('recordings that drip do not delay other integrations', async (t) => {
  const { ingest, host, gate } = await gatedPipeline(t, 2, {
    env: { DOWNLOAD_PLACES: '5', DOWNLOAD_MIN_BYTES_PER_SECOND: '1' },
  });
  gate.open();
  const drips = await ingest.submit(
    ...Array.from({ length: 6 }, () => ({ url: `${host.origin}/drip`, recording: of(0) })),
  );
  await until(() => drips.filter(({ state }) => state === 'held').length === 4);
  const [call] = await ingest.submit({ url: `${host.origin}/short`, recording: of(1) });
  await until(() => call?.state === 'transcribed');
  t.ok(drips.every(({ releases }) => releases.length === 0));
});

t.test('an integration of which nothing is held gets a place also when all are taken', async (t) => {
  const { ingest, host, gate } = await gatedPipeline(t, 3, {
    env: { DOWNLOAD_PLACES: '2', DOWNLOAD_MIN_BYTES_PER_SECOND: '1' },
  });
  gate.open();
  const drips = await ingest.submit(
    ...Array.from({ length: 3 }, () => ({ url: `${host.origin}/drip`, recording: of(0) })),
  );
  await until(() => drips.filter(({ state }) => state === 'held').length === 2);
  const { claims } = ingest;
  await ingest.submit({ url: `${host.origin}/drip`, recording: of(0) });
  const calls = await ingest.submit(
    { url: `${host.origin}/short`, recording: of(1) },
    { url: `${host.origin}/short`, recording: of(2) },
  );
  await until(() => calls.every(({ state }) => state === 'transcribed'));
  t.equal(drips.filter(({ state }) => state === 'held').length, 2);
  t.ok(ingest.claims > claims);
});
