import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@debrief/service-kit/logger';
import t, { type Test } from 'tap';
import { type AnalysisThreadsOptions, startAnalysisThreads } from '../../src/analyses/analysis-threads.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const worker = new URL('../fixtures/faulty-analysis.ts', import.meta.url);

function start(t: Test, options: Partial<AnalysisThreadsOptions> = {}) {
  const threads = startAnalysisThreads({ count: 1, log, worker, ...options });
  t.teardown(() => threads.close());
  const analyze = (ending: string, signal?: AbortSignal, onProgress?: () => void) =>
    threads.analyze({ ending } as never, { signal, onProgress }) as unknown as Promise<number>;
  return { threads, analyze };
}

t.test('an analysis that throws fails with its own error, and its thread works on', async (t) => {
  const { analyze } = start(t);
  const thread = await analyze('well');
  await t.rejects(analyze('throw'), { name: 'RangeError', message: 'no such word' });
  t.equal(await analyze('well'), thread);
});

t.test('an analysis that hangs is ended by its signal, and the next one gets a new thread', async (t) => {
  const { analyze } = start(t);
  const thread = await analyze('well');
  const given = new AbortController();
  const hanging = analyze('wait', given.signal);
  given.abort();
  await t.rejects(hanging, { name: 'AbortError' });
  t.not(await analyze('well'), thread);
});

t.test('a thread that is still loading is progress, one that says nothing afterwards is not', async (t) => {
  const { analyze } = start(t);
  let progress = 0;
  const onProgress = () => {
    progress += 1;
  };
  await analyze('well');
  await analyze('load', undefined, onProgress);
  t.ok(progress > 0);
  progress = 0;
  await analyze('begin', undefined, onProgress);
  t.equal(progress, 0);
});

t.test('an analysis that ends its thread or outgrows its memory fails alone', async (t) => {
  const { analyze } = start(t, { heapMb: 64 });
  await t.rejects(analyze('exit'), { message: /exited with code: 3/ });
  await t.rejects(analyze('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  t.ok(await analyze('well'));
});

t.test('an idle thread is given up with its memory', async (t) => {
  const { analyze } = start(t, { idleTimeoutMs: 10 });
  const first = await analyze('well');
  let next = first;
  while (next === first) {
    await delay(20);
    next = await analyze('well');
  }
  t.not(next, first);
});

t.test('what an engine beside the threads has read is derived on them', async (t) => {
  const { threads } = start(t);
  t.equal(await threads.derive({} as never), 'derived');
});

t.test('closing fails what still runs', async (t) => {
  const { threads, analyze } = start(t);
  await analyze('well');
  const running = analyze('loop');
  await Promise.all([t.rejects(running), threads.close()]);
});
