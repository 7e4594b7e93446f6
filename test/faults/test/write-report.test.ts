import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { faults } from '../faults.ts';
import { writeReport } from '../report/write-report.ts';

const run = promisify(execFile);
const names = faults.map(({ row }) => row);
const empty = '<!-- Written by npm run faults: begin -->\n<!-- end -->\n';
const rowCalled = (row: string) => ({
  ...{ row, does: `does ${row}`, runs: 1, seed: 1, scale: 1, isPassed: true, found: '', seconds: 1 },
});
const writer = path.join(import.meta.dirname, 'fixtures/write-rows.ts');

t.test('rows that several runs write at once are all kept', async (t) => {
  const folder = t.testdir({ 'table.md': empty });
  const file = path.join(folder, 'table.md');
  const share = (rest: number) => names.filter((_, index) => index % 3 === rest);
  const others = [1, 2].map((rest) => run(process.execPath, [writer, file, ...share(rest)]));
  for (const name of share(0)) await writeReport(rowCalled(name), file);
  await Promise.all(others);
  const written = [...readFileSync(file, 'utf8').matchAll(/^\| (\d+[a-z]*) \|/gm)].map(([, name]) => name);
  t.strictSame(written, names);
  t.strictSame(readdirSync(folder), ['table.md']);
});

t.test('the lock of a run that was killed is not waited for long', async (t) => {
  const file = path.join(t.testdir({ 'table.md': empty }), 'table.md');
  writeFileSync(`${file}.lock`, '');
  utimesSync(`${file}.lock`, 0, 0);
  await writeReport(rowCalled('1a'), file);
  t.match(readFileSync(file, 'utf8'), '| 1a | does 1a |');
});
