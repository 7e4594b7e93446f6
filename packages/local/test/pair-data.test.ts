import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { copyWhileItChanges } from '../src/pair-data.ts';

const COUNT = 500;
const TRIES = 20;

t.test('what goes away while it is copied is left out', async (t) => {
  let copied = COUNT;
  // The copy may be done before anything goes away.
  for (let tries = 1; copied === COUNT && tries <= TRIES; tries += 1) {
    const folder = t.testdir({ from: {} });
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
    const names = Array.from({ length: COUNT }, (_, index) => path.join(from, String(index)));
    for (const name of names) writeFileSync(name, 'some');
    const copying = copyWhileItChanges(from, to);
    while (!existsSync(to)) await new Promise(setImmediate);
    // From the other end.
    for (const name of names.toReversed()) rmSync(name);
    await t.resolves(copying);
    copied = readdirSync(to).length;
  }
  t.ok(copied < COUNT);
});

t.test('anything else that is not copied is an error', async (t) => {
  const folder = t.testdir({ from: { file: 'some' }, file: '' });
  const from = path.join(folder, 'from');
  await t.rejects(copyWhileItChanges(from, path.join(folder, 'file')), { message: /cannot overwrite/ });
  await t.rejects(copyWhileItChanges(path.join(folder, 'nothing'), path.join(folder, 'to')), {
    message: /No such file/,
  });
});
