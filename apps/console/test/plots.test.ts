import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const plots = fileURLToPath(new URL('../src/html/plots.ts', import.meta.url));
const program = `import { line } from ${JSON.stringify(plots)};
const points = [10, 11, 12].map((day) => ({ name: '2026-11-' + day, value: 3 }));
console.log((await line(points, { min: 1, max: 5 })).text);`;
const drawnIn = (TZ: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TZ },
    encoding: 'utf8',
  });

t.test('a plot of days is the same wherever the console runs', async (t) => {
  const inUtc = drawnIn('UTC');
  t.match(inUtc, '10 Nov');
  t.equal(drawnIn('America/Los_Angeles'), inUtc);
  t.equal(drawnIn('Asia/Tokyo'), inUtc);
});
