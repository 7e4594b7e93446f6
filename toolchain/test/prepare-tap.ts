import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { dropBundle, makeBundle } from '../bundles/make-bundle.cjs';

const run = promisify(execFile);

/**
 * tap assembles its test class from the plugins of .taprc, and the first run after an install still goes with the
 * default set, which cannot read TypeScript 7. So it is assembled beforehand, and not by several folders at once. Its three hundred
 * modules then become one.
 */
export async function prepareTap(root: string): Promise<void> {
  dropBundle(root, 'tap');
  const refused = readFileSync(path.join(root, '.taprc'), 'utf8').matchAll(/"!(@tapjs\/[a-z-]+)"/g);
  const ask = "import('tap').then(({ t }) => process.stdout.write(t.pluginSignature))";
  const { stdout: plugins } = await run(process.execPath, ['-e', ask], { cwd: root });
  if ([...refused].some(([, plugin = '']) => plugins.split(/\s/).includes(plugin))) {
    await run('tap', ['build'], { cwd: root });
  }
  // By this place tap leaves its own calls out of stack traces.
  await makeBundle(root, '.', ['tap'], '@tapjs/tap');
}
