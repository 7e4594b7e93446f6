import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type LogFile, logFile } from '@debrief/local/log-file';

/** An app's log in the data folder. */
export function appLog(dataDir: string, name: string): LogFile & { tail(): string } {
  const folder = path.join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = logFile(path.join(folder, `${name}.log`));
  return {
    ...log,
    tail() {
      const lines = readFileSync(log.file, 'utf8').trimEnd().split('\n').slice(-12);
      return lines.map((line) => `  ${line.slice(0, 600)}`).join('\n');
    },
  };
}
