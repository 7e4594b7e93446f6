import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `write-examples.ts [--check]` prints ten of the calls that nothing was learnt from as `debrief coach` does, into
 * `docs/examples`. They are of those in which two readers signed every line; docs/coaching.md says how many those are.
 */
const chosen = ['uj07', 'un21', 'ui23', 'um28', 'un07', 'ui09', 'un10', 'um17', 'uk19', 'ul29'];

interface Call {
  id: string;
  category: string;
  direction: string;
  date: string;
  agent: string;
  contact: string;
  turns: { name: string; text: string }[];
}

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'docs/examples');
const unseen = path.join(root, 'apps/coaching/training/unseen');
const calls = ['calls.json', 'blind.json'].flatMap(
  (file) => JSON.parse(readFileSync(path.join(unseen, file), 'utf8')) as Call[],
);
const isCheck = process.argv.includes('--check');

const reports = await Promise.all(chosen.map(async (id) => [id, await report(id)] as const));
for (const [id, text] of reports) {
  const target = path.join(folder, `${id}.txt`);
  if (!isCheck) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(target, text);
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(`docs/examples/${id}.txt is stale: npm run generate`);
    process.exitCode = 1;
  }
}
console.log(`docs/examples ${isCheck ? 'is checked' : 'is written'}: ${chosen.length} reports`);

function report(id: string): Promise<string> {
  const call = calls.find((one) => one.id === id);
  if (call === undefined) throw new Error(`There is no call ${id}`);
  const { agent, contact, category, direction, date, turns } = call;
  const options = { agent, contact, category, direction, 'occurred-at': date };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['packages/cli/src/main.ts', 'coach', '-', ...args],
      { cwd: root },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    );
    child.stdin?.end(turns.map(({ name, text }) => `${name}: ${text}`).join('\n'));
  });
}
