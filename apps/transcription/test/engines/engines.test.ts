import t from 'tap';
import { chooseEngine } from '../../src/engines/choose-engine.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { parseWords } from '../../src/engines/pocketsphinx.ts';
import { isTransient } from '../fixtures/failures.ts';

function engine(name: string, isAvailable = true): Engine {
  return {
    name,
    version: '1',
    model: 'none',
    language: 'en-US',
    isAvailable: async () => isAvailable,
    recognize: async () => [],
  };
}

t.test('the first engine wanted that is there is taken, else the first that is', async (t) => {
  const engines = [engine('away', false), engine('first'), engine('second')];
  for (const [asked, preferred, name] of [
    [['second'], undefined, 'second'],
    [['second'], 'first', 'second'],
    [['away'], undefined, 'first'],
    [['away'], 'second', 'second'],
    [['unknown'], 'second', 'second'],
    [[], 'second', 'second'],
    [[], undefined, 'first'],
  ] as const) {
    const ai_models = asked.map((model) => ({ model, type: 'transcription' }));
    t.equal((await chooseEngine({ ai_models }, preferred, engines)).name, name, `${asked} ${preferred}`);
  }
  const coaching = [{ model: 'second', type: 'coaching' }];
  t.equal((await chooseEngine({ ai_models: coaching }, undefined, engines)).name, 'first');
});

t.test('without an engine the recording waits', async (t) => {
  const error = await chooseEngine({ ai_models: [] }, undefined, [engine('away', false)]).catch(
    (error: unknown) => error,
  );
  isTransient(t, error as Error, 'engine_unavailable');
});

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
