import { mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const LOG_MAX_BYTES = 32 * 1024 * 1024;

/** An app's log in the data folder, with one older file beside it. */
export function appLog(dataDir: string, name: string): { file: string; open(): number; tail(): string } {
  const folder = path.join(dataDir, 'logs');
  const file = path.join(folder, `${name}.log`);
  mkdirSync(folder, { recursive: true });
  return {
    file,
    open() {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX_BYTES)
        renameSync(file, `${file}.1`);
      return openSync(file, 'a', 0o600);
    },
    tail() {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-12);
      return lines.map((line) => `  ${line.slice(0, 600)}`).join('\n');
    },
  };
}
