import { closeSync, existsSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { appLog } from '../../src/start/app-log.ts';

t.test('a log is continued, and its last lines can be quoted', async (t) => {
  const log = appLog(t.testdir({}), 'ingest');
  for (const text of ['first\n', 'second\n']) {
    const fd = log.open();
    writeSync(fd, text);
    closeSync(fd);
  }
  t.equal(log.tail(), '  first\n  second');
});

t.test('a long log is moved aside, and a new one started', async (t) => {
  const folder = t.testdir({});
  const log = appLog(folder, 'ingest');
  writeFileSync(log.file, 'old');
  truncateSync(log.file, 33 * 1024 * 1024);
  closeSync(log.open());
  t.equal(log.tail(), '  ');
  t.ok(existsSync(path.join(folder, 'logs', 'ingest.log.1')));
});
