import { closeSync, writeSync } from 'node:fs';
import t from 'tap';
import { appLog } from '../../src/start/app-log.ts';

t.test('a log is continued, and its last lines can be quoted', async (t) => {
  const log = appLog(t.testdir({}), 'ingest');
  t.teardown(() => log.close());
  for (const text of ['first\n', 'second\n']) {
    const fd = log.open();
    writeSync(fd, text);
    closeSync(fd);
  }
  t.equal(log.tail(), '  first\n  second');
});
