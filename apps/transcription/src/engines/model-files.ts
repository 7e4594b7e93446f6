import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelInUse } from '@debrief/models/in-use';

export interface ModelFiles {
  bytes: number;
  /** Changes with whatever of the model changes. */
  identity: string;
}

export async function filesOf({ folder, model }: ModelInUse): Promise<ModelFiles> {
  const paths = Object.values(model.files).map((name) => join(folder, name));
  const stats = await Promise.all(paths.map((file) => stat(file)));
  return {
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    identity: JSON.stringify([folder, model, stats.map(({ size, mtimeMs, ino }) => [size, mtimeMs, ino])]),
  };
}

/** The line of what a child said before it ended that says most. */
export function reasonIn(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (
    lines.find((line) => line.startsWith('what():')) ??
    lines.find((line) => /error|expect|cannot/i.test(line)) ??
    lines[0] ??
    ''
  );
}
