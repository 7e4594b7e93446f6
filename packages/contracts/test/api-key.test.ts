import { createHash } from 'node:crypto';
import t from 'tap';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from '../src/api-key.ts';

const known = 'dbr_live_0123456789ABCDEFGHIJKLMNOPQRSTUV45OO8A';

t.test('a generated key says what it is and is well formed', async (t) => {
  const key = generateApiKey();
  t.match(key, /^dbr_live_[0-9A-Za-z]{38}$/);
  t.ok(isWellFormedApiKey(key));
});

t.test('the format is fixed: keys given out earlier stay valid', async (t) => {
  t.ok(isWellFormedApiKey(known));
});

t.test('any one mistyped character is noticed', async (t) => {
  for (let index = 0; index < known.length; index += 1) {
    const other = known[index] === 'x' ? 'y' : 'x';
    t.notOk(
      isWellFormedApiKey(known.slice(0, index) + other + known.slice(index + 1)),
      `character ${index} changed`,
    );
  }
});

t.test('neighbours swapped are noticed', async (t) => {
  for (let index = 1; index < known.length; index += 1) {
    const swapped =
      known.slice(0, index - 1) + known.charAt(index) + known.charAt(index - 1) + known.slice(index + 1);
    if (swapped !== known)
      t.notOk(isWellFormedApiKey(swapped), `characters ${index - 1} and ${index} swapped`);
  }
});

t.test('a key that is cut, padded or has other characters is refused', async (t) => {
  for (const text of ['', 'dbr_live_', known.slice(0, -1), `${known}0`, `${known}\n`, ` ${known}`]) {
    t.notOk(isWellFormedApiKey(text), JSON.stringify(text));
  }
  t.notOk(isWellFormedApiKey(`${known.slice(0, -1)}é`));
});

t.test('every character is equally likely in the secret', async (t) => {
  const keys = 8_000;
  const counts = new Map<string, number>();
  for (let index = 0; index < keys; index += 1) {
    for (const character of generateApiKey().slice('dbr_live_'.length, -6)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  const expected = (keys * 32) / 62;
  t.equal(counts.size, 62);
  // A byte taken modulo 62 would give the first eight characters 21% too often; 10% is more than six deviations.
  for (const [character, count] of counts)
    t.ok(Math.abs(count / expected - 1) < 0.1, `${character}: ${count}`);
});

t.test('the hash is SHA-256 over the whole key, in hex', async (t) => {
  t.equal(hashApiKey(known), createHash('sha256').update(Buffer.from(known)).digest('hex'));
  t.match(hashApiKey(known), /^[0-9a-f]{64}$/);
});
