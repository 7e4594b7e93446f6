import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file for its owner's eyes. Readers see the old text or the new one, never a part. */
export function writeWhole(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text, { mode: 0o600 });
  renameSync(part, file);
}
