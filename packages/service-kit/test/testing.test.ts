import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Type } from '@sinclair/typebox';
import t from 'tap';
import { readmeSettings } from '../src/testing.ts';

t.test('a README table reads as the settings it documents', async (t) => {
  const settings = Type.Object({ MODE: Type.String({ default: 'a', description: 'This | that' }) });
  const file = join(t.testdir({}), 'README.md');
  await writeFile(
    file,
    '# x\n\n| Variable | Default | Meaning |\n| --- | --- | --- |\n| `MODE` | `a` | This \\| that |\n\nend\n',
  );
  const { documented, declared } = await readmeSettings(pathToFileURL(file), settings);
  t.strictSame(documented, declared);
  await writeFile(file, '# nothing here\n');
  t.strictSame((await readmeSettings(pathToFileURL(file), settings)).documented, []);
});
