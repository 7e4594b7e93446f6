import t from 'tap';
import { createLogger } from '../src/logger.ts';

t.test('a log line is JSON with its level by name, and never holds a key', async (t) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ name: 'here', level: 'info', destination });
  log.info({ headers: { 'x-api-key': 'dbr_live_secret', authorization: 'Bearer dbr_live_secret' } }, 'asked');
  log.debug('not shown');
  t.equal(lines.length, 1);
  t.match(JSON.parse(lines[0] ?? ''), { level: 'info', name: 'here', msg: 'asked', time: /^\d{4}-/ });
  t.notMatch(lines[0], 'dbr_live_secret');
});

t.test('a logged error says what happened, without the row that Postgres quotes', async (t) => {
  const lines: string[] = [];
  const log = createLogger({
    name: 'here',
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
  });
  const fault = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com) already exists.',
    where: 'COPY users, line 1: "ann@example.com"',
  });
  log.error({ err: fault }, 'failed');
  t.match(JSON.parse(lines[0] ?? ''), { err: { message: 'duplicate key', code: '23505', stack: String } });
  t.notMatch(lines[0], 'ann@example.com');
});
