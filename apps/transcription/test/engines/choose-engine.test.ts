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
  for (const [wanted, name] of [
    [['second'], 'second'],
    [['away'], 'first'],
    [['unknown'], 'first'],
    [['unknown', 'away', 'second', 'first'], 'second'],
    [[], 'first'],
  ] as const) {
    t.equal((await chooseEngine(wanted, engines)).name, name, `${wanted}`);
  }
});

t.test('without an engine the recording waits', async (t) => {
  const error = await chooseEngine([], [engine('away', false)]).catch((error: unknown) => error);
  isTransient(t, error as Error, 'engine_unavailable');
});
