import t from 'tap';
import { chooseEngine } from '../../src/engines/choose-engine.ts';
import type { Engine } from '../../src/engines/engine.ts';
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
