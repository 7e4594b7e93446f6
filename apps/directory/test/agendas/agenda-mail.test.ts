import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PayloadOf } from '@debrief/contracts/define';
import { agendaReady } from '@debrief/contracts/events/coaching';
import { updateIntegration } from '@debrief/contracts/operations/directory-access';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { publish } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { uuidv7 } from 'uuidv7';
import { type AgendaToMail, agendaMail } from '../../src/agendas/agenda-mail.ts';
import { callerOf } from '../fixtures/answers.ts';
import { mailServer } from '../fixtures/mail-server.ts';
import { readMessage } from '../fixtures/read-message.ts';
import { runningDirectory } from '../fixtures/running-directory.ts';
import { submission } from '../fixtures/submission.ts';

const server = await mailServer(t);

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10);
}

/** A directory with one agent, who hears that agendas are ready. */
async function directoryWith(t: Pick<Test, 'teardown'>, given: Record<string, string>) {
  const directory = await runningDirectory(t, { MAIL_FROM: 'Debrief <no-reply@debrief.example>', ...given });
  const { id: integration_id } = await directory.createIntegration();
  const resolve = (change = {}) =>
    request(directory.messaging, resolveSubmission, callerOf(integration_id), { ...submission(), ...change });
  const { user_id } = await resolve();
  const emit = async (change: Partial<PayloadOf<typeof agendaReady>> = {}): Promise<string> => {
    const agenda_id = change.agenda_id ?? uuidv7();
    const payload = {
      ...{ integration_id, period_id: uuidv7(), agenda_id, user_id, external_user_id: 'ann' },
      ...{ title: 'Listening: let them <finish>', review_period_end: '2999-12-31' },
      agenda_url: `https://app.example.com/coaching/agendas/${agenda_id}`,
      ...change,
    };
    await publish(directory.messaging, agendaReady, payload, { messageId: uuidv7() });
    return agenda_id;
  };
  /** The agenda and everything before it, because events of a stream are handled in their order. */
  const settled = async (agenda_id: string): Promise<void> => {
    const { rows } = await sql<{ isAsked: boolean; jobs: number }>`
      select exists (select from agenda_mails where agenda_id = ${agenda_id}) as "isAsked",
        (select count(*) from directory_jobs.jobs)::integer as jobs`.execute(directory.db);
    if (rows[0]?.isAsked !== true || rows[0].jobs !== 0) return delay(10).then(() => settled(agenda_id));
  };
  return { ...directory, integration_id, resolve, emit, settled, user_id };
}

const received = (agenda: string) =>
  server.received.filter(({ source }) => source.includes(`agenda-${agenda}`));

t.test('an agent is mailed once that an agenda is ready, with its link', async (t) => {
  const { emit, settled, resolve } = await directoryWith(t, { SMTP_URL: server.url });
  const agenda_id = await emit();
  await until(() => received(agenda_id).length > 0);
  await emit({ agenda_id });
  const nowhere = await resolve({ external_user_id: 'x', user_email: 'x@cli.invalid' });
  const toNobody = await emit({ user_id: nowhere.user_id });
  const [removed, linkless] = [await emit({ user_id: null }), await emit({ agenda_url: null })];
  const over = await emit({ review_period_end: '2020-01-01' });
  const last = await emit();
  await until(() => received(last).length > 0);
  await settled(last);

  t.equal(received(agenda_id).length, 1, 'once');
  t.strictSame(received(agenda_id)[0]?.to, ['ann@example.com']);
  const { headers, parts } = readMessage(received(agenda_id)[0]?.source ?? '');
  t.ok(headers.includes('Subject: Your coaching agenda is ready'));
  const text = JSON.stringify(parts);
  t.match(text, `https://app.example.com/coaching/agendas/${agenda_id}`);
  t.match(text, 'let them &lt;finish&gt;', 'HTML is escaped');
  t.match(text, '31 December 2999');
  for (const id of [toNobody, removed, linkless, over]) t.strictSame(received(id), []);
});

t.test('a mail server that is away delays the mail', async (t) => {
  const { emit } = await directoryWith(t, { SMTP_URL: server.url });
  await server.away();
  const agenda_id = await emit();
  await delay(300);
  await server.back();
  await until(() => received(agenda_id).length > 0);
  t.equal(received(agenda_id).length, 1);
});

t.test('an integration that has switched the mails off gets none until it switches them on', async (t) => {
  const { emit, settled, ask, integration_id, createIntegration } = await directoryWith(t, {
    SMTP_URL: server.url,
  });
  const switched = (agenda_mails: boolean) => ask(updateIntegration, { id: integration_id, agenda_mails });
  t.equal((await createIntegration({ agenda_mails: false })).agenda_mails, false);
  t.equal((await switched(false)).agenda_mails, false);
  const unwanted = await emit();
  await settled(unwanted);
  t.equal((await switched(true)).agenda_mails, true);
  const wanted = await emit();
  await until(() => received(wanted).length > 0);
  t.strictSame(received(unwanted), []);
});

t.test('without a mail server the mail is a file, to whatever address', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-agenda-mail-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const { emit, settled, resolve } = await directoryWith(t, { MAIL_DIR: folder });
  const demo = await resolve({ external_user_id: 'rep', user_email: 'rep@sunrise-mail.example' });
  const agenda_id = await emit({ user_id: demo.user_id });
  await settled(agenda_id);
  t.strictSame(await readdir(folder), [`${agenda_id}.eml`]);
  const { headers, parts } = readMessage(await readFile(path.join(folder, `${agenda_id}.eml`), 'utf8'));
  t.ok(headers.includes('To: rep@sunrise-mail.example'));
  t.match(parts['text/plain'], `https://app.example.com/coaching/agendas/${agenda_id}`);
});

t.test('a title that is too long ends before its bracket, and never in it', async (t) => {
  const agenda: AgendaToMail = {
    ...{ agenda_id: uuidv7(), email: 'ann@example.com', name: 'Ann', organization_name: 'Acme' },
    ...{ title: '', agenda_url: 'https://app.example.com/a', review_period_end: '2026-11-23' },
  };
  const said = (title: string) => /is ready: (.*)\./.exec(agendaMail({ ...agenda, title }, 'from').text)?.[1];
  const about = 'Discovery: what they use today, and what it costs them each month';
  t.equal(said(`${about} (missing in 5 calls, such as on 3, 9 and 17 November)`), about);
  t.equal(said('Listening (missing on 3 November)'), 'Listening (missing on 3 November)');
  t.equal(said(`Listening (missing) ${'x'.repeat(100)}`), `Listening (missing) ${'x'.repeat(79)}…`);
});
