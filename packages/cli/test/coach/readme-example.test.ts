import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { runDebrief } from '../run-debrief.ts';

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
/** The sample call as pocketsphinx hears it. */
const heard = fileURLToPath(new URL('fixtures/heard-sample.json', import.meta.url));

t.test('what the README shows of the sample call is what Debrief says of it', async (t) => {
  const [, day = '', hour = ''] = /\((\d{4}-\d\d-\d\d) (\d\d:\d\d)\)/.exec(readme) ?? [];
  const dayBefore = new Date(Date.parse(`${day}T${hour}:00Z`) - 24 * 3600 * 1000).toISOString();
  const people = ['--agent', 'David Miller', '--contact', 'Susan Parker'];
  const { status, stdout } = await runDebrief(['coach', heard, ...people, '--occurred-at', dayBefore]);
  t.equal(status, 0);
  const shown = readme.slice(readme.indexOf('\nDisposition: '), readme.indexOf('\nDebrief is ready at '));
  const lines = shown.split('\n').filter((line) => line !== '' && line !== '  …');
  t.ok(lines.length > 10);
  for (const line of lines) t.ok(stdout.split('\n').includes(line), line);
});
