import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner can read. Readers see the old text or the new one, never a part. */
export function writeAtomically(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text, { mode: 0o600 });
  renameSync(part, file);
}
