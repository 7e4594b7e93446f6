import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * tap assembles its test class from the plugins of .taprc, and the first run after an install still goes with the old
 * set. So it is told beforehand, once for each set, before several folders do it at the same time.
 */
export async function prepareTap(root: string): Promise<void> {
  const installed = path.join(root, 'node_modules');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, '.taprc')))
    .update(readFileSync(path.join(installed, '.modules.yaml')))
    .digest('hex');
  const stamp = path.join(installed, '.debrief-tap');
  if (readText(stamp) === wanted) return;
  await promisify(execFile)('tap', ['build'], { cwd: root });
  writeFileSync(stamp, wanted);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
