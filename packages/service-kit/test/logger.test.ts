import { startTracing } from '@debrief/tracing/start-tracing';
import { inTraces } from '@debrief/tracing/tracing';
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

t.test('a log line of what belongs to a trace names it, and no other does', async (t) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ name: 'here', level: 'info', withTraces: true, destination });
  const stop = await startTracing({
    ...{ service: 'here', version: '1', endpoint: 'http://127.0.0.1:1', headers: [], share: 1, log },
  });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  inTraces([`00-${traceId}-b7ad6b7169203331-01`], () => log.info('traced'));
  log.info('not traced');
  await stop();
  t.equal(JSON.parse(lines[0] ?? '').trace_id, traceId);
  t.notOk('trace_id' in JSON.parse(lines[1] ?? ''));
});
