import { readFile } from 'node:fs/promises';
import t from 'tap';
import { failure, failureCodes } from '../src/failures.ts';

t.test('every failure is in the table for clients, as it is', async (t) => {
  const page = await readFile(new URL('../../../docs/transcription.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.+) \| (yes|no) \|$/gm)];
  t.same(
    rows.map(([, code, message, again]) => ({ code, message, retryable: again === 'yes' })),
    failureCodes.map((code) => failure(code)),
  );
});
