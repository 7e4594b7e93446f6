import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConfigError } from '@debrief/service-kit/config';
import t from 'tap';
import { checkNames, chooseEngine, type EngineChoice } from '../../src/engines/choose-engine.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { parseWords, pocketsphinx } from '../../src/engines/pocketsphinx.ts';
import type { TransientFailure } from '../../src/transient-failure.ts';
import { engineThat } from '../fixtures/engine-that.ts';
import { isTransient } from '../fixtures/failures.ts';
import { sampleCall } from '../fixtures/sample-call.ts';
import { until } from '../fixtures/until.ts';

const engine = (name: string): Engine => engineThat(async () => [], name);
const away: Engine = { name: 'away', find: async () => null };
/** There, but with a model that cannot be loaded. */
const damaged: Engine = {
  name: 'damaged',
  async find() {
    const recognizer = await engine('damaged').find();
    return recognizer && { ...recognizer, load: async () => false };
  },
};

/** The name of the engine chosen, or the error. */
function chosen(
  asked: readonly string[],
  choice: Partial<EngineChoice>,
  engines: readonly Engine[],
  isAffordable = true,
) {
  const ai_models = asked.map((model) => ({ model, type: 'transcription' }));
  return chooseEngine({
    ...{ recording: { ai_models }, engines, onProgress: () => {}, affords: async () => isAffordable },
    choice: { preferred: 'auto', allowed: [], ...choice },
  }).then(
    ({ name }) => name,
    (error: Error) => error,
  );
}

t.test(
  'of the engines that can be used the first is taken, unless a recording asks for another',
  async (t) => {
    const engines = [away, damaged, engine('first'), engine('second')];
    t.equal(await chosen([], {}, engines), 'first');
    t.equal(await chosen(['second'], {}, engines), 'second');
    t.equal(await chosen(['away'], {}, engines), 'first');
    t.equal(await chosen(['damaged'], {}, engines), 'first');
    t.equal(await chosen(['unknown'], {}, engines), 'first');
    const ai_models = [{ model: 'second', type: 'coaching' }];
    const choice = { preferred: 'auto', allowed: [] };
    const coaching = await chooseEngine({
      ...{ recording: { ai_models }, choice, engines, onProgress: () => {}, affords: async () => true },
    });
    t.equal(coaching.name, 'first', 'and not by the model of its coaching');
  },
);

t.test(
  'the engine that the operator names is used alone, besides those a recording may ask for',
  async (t) => {
    const engines = [engine('first'), engine('second'), engine('third'), away];
    t.equal(await chosen([], { preferred: 'second' }, engines), 'second');
    t.equal(await chosen(['first'], { preferred: 'second' }, engines), 'second');
    t.equal(await chosen(['first'], { preferred: 'second', allowed: ['first'] }, engines), 'first');
    t.equal(await chosen(['third'], { preferred: 'second', allowed: ['first'] }, engines), 'second');
    t.equal(await chosen(['third'], { allowed: ['second'] }, engines), 'first');
    isTransient(t, (await chosen([], { preferred: 'away' }, engines)) as Error, 'engine_unavailable');
  },
);

t.test(
  'an engine that costs is passed over where a limit is spent, and what has no other waits',
  async (t) => {
    const dear: Engine = {
      name: 'dear',
      async find() {
        const recognizer = await engine('dear').find();
        const cost = { seconds: 1, money: 1 };
        return recognizer && { ...recognizer, metered: { costOf: () => cost, spent: () => cost } };
      },
    };
    t.equal(await chosen([], {}, [dear, engine('free')]), 'dear');
    t.equal(await chosen([], {}, [dear, engine('free')], false), 'free');
    t.equal(
      await chosen(['dear'], { preferred: 'free', allowed: ['dear'] }, [dear, engine('free')], false),
      'free',
    );
    const failure = (await chosen(
      [],
      { preferred: 'dear' },
      [dear, engine('free')],
      false,
    )) as TransientFailure;
    isTransient(t, failure, 'endpoint_limit');
    t.ok((failure.retryAfterSeconds ?? 0) > 0 && (failure.retryAfterSeconds ?? 0) <= 86_400);
  },
);

t.test(
  'an engine that serves by its name alone is not part of auto, and asked for where it is allowed',
  async (t) => {
    const own: Engine = { ...engine('own'), isOnlyByName: true };
    t.equal(await chosen([], {}, [own, engine('usual')]), 'usual');
    t.equal(await chosen(['own'], {}, [own, engine('usual')]), 'usual');
    t.equal(await chosen(['own'], { allowed: ['own'] }, [own, engine('usual')]), 'own');
    t.equal(await chosen([], { preferred: 'own' }, [own, engine('usual')]), 'own');
  },
);

t.test('a name that no engine has is refused at the start', async (t) => {
  const engines = [engine('first'), engine('second'), engine('second')];
  const faults = [
    'SPEECH_ENDPOINTS names one second: that is another',
    'SPEECH_ENGINE names frist: there are first, second, second',
    'SPEECH_ENGINES_ALLOWED names third: there are first, second, second',
  ];
  t.throws(() => checkNames({ preferred: 'frist', allowed: ['third'] }, engines), new ConfigError(faults));
  checkNames({ preferred: 'auto', allowed: ['first'] }, engines.slice(0, 2));
  isTransient(t, (await chosen([], { preferred: 'third' }, engines)) as Error, 'engine_unavailable');
});

t.test('without an engine the recording waits', async (t) => {
  isTransient(t, (await chosen([], {}, [away, damaged])) as Error, 'engine_unavailable');
});

t.test('a window whose pocketsphinx is killed is heard by another; a second loss is a failure', async (t) => {
  const folder = t.testdir({});
  const file = await sampleCall(folder, 'window.wav', { options: ['-ac', '1', '-ar', '16000'] });
  const recognizer = await pocketsphinx.find();
  const hear = () => recognizer?.recognize(file, new AbortController().signal, () => {}) ?? [];
  const killNext = async () => {
    let child = 0;
    await until(async () => {
      child = await pocketsphinxOn(file);
      return child > 0;
    });
    process.kill(child, 'SIGKILL');
    await until(async () => (await pocketsphinxOn(file)) !== child);
  };
  const hearing = hear();
  await killNext();
  t.match((await hearing).map(({ text }) => text).join(' '), /david miller/);

  const failing = Promise.resolve(hear()).catch((error: Error) => error);
  await killNext();
  await killNext();
  isTransient(t, (await failing) as Error, 'engine_failed');
});

/** The process of the program itself, and not of what confines it; 0 when there is none. */
async function pocketsphinxOn(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
  const line = stdout
    .split('\n')
    .find((line) => /^\s*\d+ pocketsphinx_continuous /.test(line) && line.includes(file));
  return Number.parseInt(line ?? '0', 10);
}

t.test('word lines are read, and markers and repeated text are not', async (t) => {
  const output = [
    'hello maria',
    '<s> 0.000 0.150 1.000000',
    'hello(2) 0.160 0.550 0.999800',
    '<sil> 0.560 0.700 0.9',
    'maria 0.710 1.000 1.000100',
    '[SPEECH] 1.010 1.100 0.5',
    '++NOISE++ 1.110 1.200 0.5',
    '</s> 1.210 1.300 1.000000',
    "i'm 1.400 1.500 2e-05",
    '',
  ].join('\n');
  t.strictSame(parseWords(output), [
    { text: 'hello', startTime: 0.16, endTime: 0.55, confidence: 0.9998 },
    { text: 'maria', startTime: 0.71, endTime: 1, confidence: 1 },
    { text: "i'm", startTime: 1.4, endTime: 1.5, confidence: 0.00002 },
  ]);
  t.strictSame(parseWords(''), []);
});
