import { userChanged } from '@debrief/contracts/events/directory';
import { getAgenda, getPeriod, getSignal, listPeriods } from '@debrief/contracts/operations/coaching';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { publish } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import t from 'tap';
import { build } from '../../src/app.ts';
import { settings } from '../../src/config.ts';
import {
  coachingDatabase,
  storedAgenda,
  storedSignal,
  tenant,
  userChange,
} from '../periods/coaching-database.ts';

const log = createLogger({ name: 'coaching', level: 'silent' });

t.test(
  'the service answers periods, agendas and signals, and links an agenda once its agent is told of',
  async (t) => {
    const [{ url, db }, nats] = await Promise.all([coachingDatabase(t), testNats(t)]);
    const config = loadConfig(settings, {
      DATABASE_URL: url,
      NATS_URL: nats.url,
      WEB_APP_URL: 'https://app.example/',
    });
    let now = new Date('2026-11-20T10:00:00Z');
    const service = await build({ config, log, metrics: createMetrics('coaching') }, () => now);
    t.teardown(() => service.close());
    const messaging = await connect({ url: nats.url, name: 'test', log });
    t.teardown(() => messaging.close());

    const caller = tenant();
    const agenda = await storedAgenda(db, caller);
    const period = { id: agenda.period_id };
    now = new Date('2020-01-01T00:00:00Z');
    t.match(await request(messaging, getPeriod, caller, period), { review_status: 'open' });
    now = new Date('2030-01-01T00:00:00Z');
    t.match(await request(messaging, getPeriod, caller, period), { ...period, review_status: 'closed' });
    t.match(await request(messaging, listPeriods, caller, { limit: 50, sort: 'desc' }), { data: [period] });

    const { user_id } = await storedSignal(db, caller, '{}');
    await t.rejects(request(messaging, getSignal, caller, { user_id }), { message: 'SIGNAL_INVALID' });

    const read = () => request(messaging, getAgenda, caller, { id: agenda.id });
    t.match(await read(), { agenda_url: null });
    const payload = userChange(caller, { user_id: agenda.user_id ?? '' });
    await publish(messaging, userChanged, payload, { messageId: 'user' });
    let answer = await read();
    while (answer.agenda_url === null) answer = await read();
    t.equal(answer.agenda_url, `https://app.example/coaching/agendas/${agenda.id}`);
  },
);

t.test('the web application’s address is one that links can be made of', async (t) => {
  const load = (WEB_APP_URL: string) =>
    loadConfig(settings, { DATABASE_URL: 'postgres://host/db', NATS_URL: 'nats://host', WEB_APP_URL });
  t.equal(load('').WEB_APP_URL, 'http://localhost:3000');
  t.equal(load('https://app.example/team/').WEB_APP_URL, 'https://app.example/team/');
  for (const address of ['app.example', 'ftp://app.example', 'https://', 'https://a b', 'https://a/?x=1']) {
    t.throws(() => load(address), { name: 'ConfigError' }, address);
  }
});
