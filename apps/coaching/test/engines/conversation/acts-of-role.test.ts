import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { canDo } from '../../../src/engines/conversation/acts-of-role.ts';
import { readCalls } from '../../../training/read-calls.ts';

t.test('hardly a stretch of the labelled calls does what only the other side can do', async (t) => {
  const folder = path.resolve(import.meta.dirname, '../../../training/calls');
  let strange = 0;
  let all = 0;
  for (const file of globSync('*.txt', { cwd: folder })) {
    for (const call of readCalls(readFileSync(path.join(folder, file), 'utf8'))) {
      for (const { speaker, stretches } of call.turns) {
        all += stretches.length;
        strange += stretches.filter(({ acts }) => acts.some(({ act }) => !canDo(speaker, act))).length;
      }
    }
  }
  t.ok(strange * 1000 <= all, `${strange} of ${all}`);
});

t.test('an objection is the contact’s and pressure the agent’s', async (t) => {
  t.ok(canDo('contact', 'object:price'));
  t.notOk(canDo('agent', 'object:price'));
  t.ok(canDo('agent', 'pressure'));
  t.notOk(canDo('contact', 'pressure'));
  for (const role of ['agent', 'contact'] as const) t.ok(canDo(role, 'accept'));
});
