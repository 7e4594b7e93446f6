import t from 'tap';
import { ApiKeyCache, type VerifiedKey } from '../../src/authentication/api-key-cache.ts';

const key: VerifiedKey = {
  key_id: '01890a5d-ac96-774b-bcce-b302099a8001',
  organization_id: '01890a5d-ac96-774b-bcce-b302099a8002',
  integration_id: '01890a5d-ac96-774b-bcce-b302099a8003',
  access: 'read-write',
  expires_at: null,
  integration: { crm: null, categories: null },
};

function directory(answer: () => VerifiedKey | null | Promise<VerifiedKey | null>) {
  const state = { asked: 0, nowMs: 1_000_000, elapsedMs: 0 };
  const keys = new ApiKeyCache({
    verify: async () => {
      state.asked += 1;
      return answer();
    },
    ttlMs: 30_000,
    now: () => state.nowMs,
    elapsedMs: () => state.elapsedMs,
  });
  return { keys, state };
}

t.test(
  'simultaneous requests with a key share one look-up, and the next one comes when the entry expires',
  async (t) => {
    const { keys, state } = directory(() => key);
    const found = await Promise.all(Array.from({ length: 50 }, () => keys.find('hash')));
    t.ok(found.every((one) => one === key));
    t.equal(state.asked, 1);
    state.elapsedMs += 29_999;
    await keys.find('hash');
    t.equal(state.asked, 1);
    // Whatever was done to the clock of the day meanwhile.
    state.nowMs -= 3_600_000;
    state.elapsedMs += 2;
    await keys.find('hash');
    t.equal(state.asked, 2);
  },
);

t.test('a key that expires while it is cached is refused from then on', async (t) => {
  const { keys, state } = directory(() => ({ ...key, expires_at: new Date(1_000_500).toISOString() }));
  t.ok(await keys.find('hash'));
  state.nowMs += 500;
  t.equal(await keys.find('hash'), null);
});

t.test(
  'a revoked key, a changed integration and a lost connection invalidate the cache at once',
  async (t) => {
    const { keys, state } = directory(() => key);
    for (const invalidate of [
      () => keys.invalidateKey(key.key_id),
      () => keys.invalidateIntegration(key.integration_id),
      () => keys.invalidateAll(),
    ]) {
      await keys.find('hash');
      const { asked } = state;
      invalidate();
      await keys.find('hash');
      t.equal(state.asked, asked + 1);
    }
  },
);

t.test('a look-up that began before the key was revoked is not cached', async (t) => {
  let answer: (key: VerifiedKey | null) => void = () => {};
  const { keys, state } = directory(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const before = keys.find('hash');
  keys.invalidateKey(key.key_id);
  const during = keys.find('hash');
  answer(null);
  t.equal(await during, null);
  answer(key);
  await Promise.race([before, new Promise((resolve) => setImmediate(resolve))]);
  t.equal(state.asked, 2);
  t.equal(await keys.find('hash'), null);
});

t.test('a refusal is cached only for a moment', async (t) => {
  let known: VerifiedKey | null = null;
  const { keys, state } = directory(() => known);
  t.equal(await keys.find('hash'), null);
  known = key;
  t.equal(await keys.find('hash'), null);
  state.elapsedMs += 501;
  t.equal(await keys.find('hash'), key);
});

t.test(
  'a failed look-up fails every request that waited for it, and the next request tries again',
  async (t) => {
    let fails = true;
    const { keys } = directory(() => (fails ? Promise.reject(new Error('away')) : key));
    const results = await Promise.allSettled([keys.find('hash'), keys.find('hash')]);
    t.ok(results.every(({ status }) => status === 'rejected'));
    fails = false;
    t.equal(await keys.find('hash'), key);
  },
);

t.test('the cache is bounded', async (t) => {
  const { keys, state } = directory(() => key);
  for (let index = 0; index <= 10_000; index += 1) await keys.find(`hash-${index}`);
  const { asked } = state;
  await keys.find('hash-10000');
  t.equal(state.asked, asked);
  await keys.find('hash-0');
  t.equal(state.asked, asked + 1);
});
