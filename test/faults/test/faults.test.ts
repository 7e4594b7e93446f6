import t from 'tap';
import { faults } from '../faults.ts';

t.test('every row has a name of its own, and the matrix of 22 is complete', async (t) => {
  const names = faults.map(({ row }) => row);
  t.equal(new Set(names).size, names.length);
  const numbers = new Set(names.map((name) => Number.parseInt(name, 10)));
  for (let number = 1; number <= 22; number += 1) t.ok(numbers.has(number), `row ${number}`);
});

t.test('every row says in one line what it does', async (t) => {
  for (const { row, does } of faults) {
    t.match(does, /^[^\n|]{20,180}$/, row);
  }
});
