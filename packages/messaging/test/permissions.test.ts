import type { Operation } from '@debrief/contracts/define';
import { events } from '@debrief/contracts/events/all';
import { inboxPrefix, type NatsUser, natsUsers, services } from '@debrief/contracts/nats-users';
import { operations } from '@debrief/contracts/operations/all';
import { consumers } from '@debrief/contracts/topology';
import { connect as connectPlainly } from 'nats';
import t from 'tap';
import { guardedNats } from './fixtures/guarded-nats.ts';

const nats = await guardedNats(t);
const { as, others } = await nats.intruders();
const subjectsOf = (all: readonly { subject: string }[]) => all.map(({ subject }) => subject);

/** Written down once more, so that a mistake in the contracts is found. */
const rebuilds: Partial<Record<NatsUser, string[]>> = {
  analytics: ['directory.users.list-facts', 'ingest.recordings.list-facts', 'coaching.analyses.list-facts'],
  coaching: ['directory.users.list-facts', 'directory.integrations.list-facts'],
  ingest: ['directory.integrations.list-facts'],
};
const ofConsole = [
  ...[
    'directory.sessions.create',
    'directory.sessions.create-verified',
    'directory.sessions.get',
    'directory.sessions.list',
    'directory.sessions.end',
  ],
  ...[
    'directory.sessions.list-places',
    'directory.sessions.choose-place',
    'directory.accounts.request-recovery',
  ],
  ...[
    'directory.links.open',
    'directory.links.take',
    'directory.invitations.open',
    'directory.invitations.accept',
  ],
  ...['directory.own-keys.create', 'directory.own-keys.list', 'directory.own-keys.revoke'],
  ...['directory.own-integration.get', 'directory.own-integration.set-retention'],
  'directory.own-members.make-owner',
  ...['directory.own-members.list', 'directory.own-members.remove', 'directory.own-invitations.revoke'],
  ...['directory.own-teams.create', 'directory.own-teams.change', 'directory.own-invitations.create'],
  ...services.map((service) => `${service}.own-audit.list`),
  ...['ingest.own-queue.get', 'ingest.retention.count-removals'],
  ...['coaching.claims.mark', 'coaching.claims.list-marked', 'coaching.own-claims.list-marked'],
  ...['categories', 'coaching', 'signals'].map((what) => `directory.own-integration.set-${what}`),
  ...['ingest.transcripts.correct', 'ingest.transcripts.get-corrections'],
  ...['list', 'get', 'set', 'try'].map((verb) => `coaching.own-rubrics.${verb}`),
  ...['ingest.calls.list-overviews', 'ingest.calls.get-overview', 'coaching.analyses.get-overview'],
  ...['ingest.audio.get', 'ingest.calls.retry', 'analytics.counted-calls.list', 'directory.own-teams.list'],
];
/** Of what the gateway asks, what the console may ask as well. */
const ofBoth = [
  ...['directory.users.list', 'ingest.transcripts.get', 'coaching.analyses.get', 'coaching.periods.list'],
  ...['coaching.periods.get', 'coaching.agendas.get', 'coaching.agendas.list', 'coaching.signals.get'],
  ...['analytics.metrics.get', 'directory.users.get', 'directory.contacts.list', 'directory.contacts.get'],
  ...[
    'directory.contacts.erase',
    'directory.users.erase',
    'ingest.recordings.erase',
    'ingest.erasures.begin',
  ],
  ...['directory.invitations.list', 'directory.invitations.resend'],
  ...['directory.submissions.resolve', 'ingest.recordings.submit'],
];
const agendas = ['coaching.agendas.show', 'coaching.agendas.submit', 'coaching.agendas.save-draft'];

function mayAsk(user: NatsUser, { subject, scope }: Operation): boolean {
  if (user === 'console') return [...ofConsole, ...ofBoth, ...agendas].includes(subject);
  if (user === 'gateway') {
    const forOthers = ['ingest.recordings.submit-transcript', ...agendas, ...ofConsole];
    if (scope === 'integration') return !forOthers.includes(subject);
    return ['directory.keys.verify', 'directory.keys.record-use'].includes(subject);
  }
  if (user === 'transcription') return subject.startsWith('ingest.work.');
  return rebuilds[user]?.includes(subject) ?? false;
}

t.test('nobody gets in without credentials, or with those of another', async (t) => {
  const { url } = nats;
  for (const credentials of [
    {},
    { user: 'operator', pass: 'a guess' },
    { user: 'ingest' },
    { token: 'ingest' },
  ])
    await t.rejects(connectPlainly({ servers: url, ...credentials, reconnect: false }), {
      code: 'AUTHORIZATION_VIOLATION',
    });
});

t.test('of all operations a user reaches those that it is to ask, and no other', async (t) => {
  const operator = await nats.intrude('operator');
  const reached = new Map<string, Set<string>>();
  for (const service of services)
    operator.nc.subscribe(`${service}.>`, {
      callback: (_, message) => {
        const user = message.string();
        reached.set(user, (reached.get(user) ?? new Set()).add(message.subject));
      },
    });
  await operator.nc.flush();
  let attempts = 0;
  for (const user of others) {
    const wanted = operations.flatMap(({ subject }) => [subject, `${subject}.INSTANCE`]);
    attempts += wanted.length;
    await as(user).publish(wanted, user, `${inboxPrefix(user)}.1`);
  }
  await operator.nc.flush();
  for (const user of others) {
    const expected = operations.filter((operation) => mayAsk(user, operation));
    t.same(
      [...(reached.get(user) ?? [])].sort(),
      expected.flatMap(({ subject }) => [subject, `${subject}.INSTANCE`]).sort(),
      user,
    );
  }
  t.comment(`${operations.length} operations, ${others.length} users, ${attempts} attempts`);
});

t.test(
  'nobody answers for a service, hears what is asked of it, or listens to the inbox of another',
  async (t) => {
    const inboxes = natsUsers.map((user) => `${inboxPrefix(user)}.>`);
    const everything = [
      '>',
      '*.>',
      '*.*.*',
      '_INBOX*.>',
      '$SYS.>',
      '$JS.>',
      ...inboxes,
      ...subjectsOf(operations),
    ];
    for (const user of others) {
      const expected = everything.filter(
        (subject) => subject === `${inboxPrefix(user)}.>` || subject.startsWith(`${user}.`),
      );
      t.same(await as(user).subscribe(everything), expected, user);
    }
  },
);

t.test('an event comes from those who publish it alone, and is heard by those who listen', async (t) => {
  const publishers: Record<string, NatsUser[]> = {
    'recording.submitted': ['ingest'],
    'recording.transcribed': ['ingest'],
    'recording.analyzed': ['coaching'],
    'recording.failed': ['ingest', 'coaching'],
    'recording.completed': ['ingest'],
    'progress.recording': ['coaching'],
    'period.closed': ['coaching'],
    'digest.completed': ['coaching'],
    'agenda.ready': ['coaching'],
    'agenda.submitted': ['coaching'],
    'user.changed': ['directory'],
    'integration.changed': ['directory'],
    'key.revoked': ['directory'],
    'erasure.requested': ['ingest', 'directory'],
    'erasure.done': ['directory', 'ingest', 'coaching', 'analytics'],
  };
  // What is left of an event when somebody is erased from it, ingest publishes again.
  const stored = new Set(Object.values(consumers).map(({ event }) => event.subject));
  const listeners: Partial<Record<NatsUser, string[]>> = {
    gateway: ['integration.changed', 'key.revoked'],
    transcription: ['erasure.requested', 'recording.submitted'],
    ingest: ['progress.recording'],
  };
  const subjects = subjectsOf(events);
  t.same([...subjects].sort(), Object.keys(publishers).sort());
  for (const user of others) {
    const expected = subjects.filter(
      (subject) => publishers[subject]?.includes(user) || (user === 'ingest' && stored.has(subject)),
    );
    t.same(await as(user).publish(subjects, '{}'), expected, `${user} publishes`);
    const heard = await as(user).subscribe(subjects);
    t.same([...heard].sort(), listeners[user] ?? [], `${user} listens`);
  }
});

t.test('answers reach the inboxes of those who ask a service, and no other', async (t) => {
  const inboxes = natsUsers.map((user) => `${inboxPrefix(user)}.x`);
  const expected: Partial<Record<NatsUser, NatsUser[]>> = {
    directory: ['ingest', 'coaching', 'analytics', 'gateway', 'console', 'operator'],
    ingest: ['analytics', 'gateway', 'console', 'transcription', 'operator'],
    coaching: ['analytics', 'gateway', 'console', 'operator'],
    analytics: ['gateway', 'console', 'operator'],
  };
  for (const user of others) {
    const open = await as(user).publish(inboxes, '');
    t.same(
      open,
      (expected[user] ?? []).map((asker) => `${inboxPrefix(asker)}.x`),
      user,
    );
  }
});
