import type { Operation } from '@debrief/contracts/define';
import { events } from '@debrief/contracts/events/all';
import { inboxPrefix, type NatsUser, natsUsers, services } from '@debrief/contracts/nats-users';
import { operations } from '@debrief/contracts/operations/all';
import { consumers, streams } from '@debrief/contracts/topology';
import { connect as connectPlainly } from 'nats';
import t from 'tap';
import { connect } from '../src/connection.ts';
import { guardedNats, type Intruder } from './fixtures/guarded-nats.ts';
import { recordedLog, until } from './fixtures/hotel.ts';

const nats = await guardedNats(t);
const keeper = await nats.join('ingest');
await keeper.check();
const others = natsUsers.filter((user) => user !== 'operator');
const intruders = new Map<NatsUser, Intruder>();
for (const user of others) intruders.set(user, await nats.intrude(user));
const as = (user: NatsUser): Intruder => intruders.get(user) as Intruder;
const subjectsOf = (all: readonly { subject: string }[]) => all.map(({ subject }) => subject);

/** Written down once more, so that a mistake in the contracts is found. */
const rebuilds: Partial<Record<NatsUser, string[]>> = {
  analytics: ['directory.users.list-facts', 'ingest.recordings.list-facts', 'coaching.analyses.list-facts'],
  coaching: ['directory.users.list-facts', 'directory.integrations.list-facts'],
};
function mayAsk(user: NatsUser, { subject, scope }: Operation): boolean {
  if (user === 'gateway') {
    const forOperators = [
      'ingest.recordings.submit-transcript',
      'coaching.agendas.show',
      'coaching.agendas.submit',
    ];
    if (scope === 'integration') return !forOperators.includes(subject);
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
    transcription: ['recording.submitted'],
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

t.test(
  'of JetStream a user reaches its own consumers; only ingest makes what is declared, and erases from it',
  async (t) => {
    const [verbs, reads] = [
      ['DELETE', 'PURGE', 'SNAPSHOT', 'RESTORE', 'LEADER.STEPDOWN', 'PEER.REMOVE'],
      ['CREATE', 'UPDATE', 'INFO'],
    ];
    const general = [
      'INFO',
      'STREAM.NAMES',
      'STREAM.LIST',
      'STREAM.CREATE.mine',
      'STREAM.TEMPLATE.CREATE.mine',
    ];
    const forbidden = [
      ...general.map((name) => `$JS.API.${name}`),
      ...streams.flatMap(({ name }) => [
        ...verbs.map((verb) => `$JS.API.STREAM.${verb}.${name}`),
        `$JS.API.DIRECT.GET.${name}`,
        `$JS.API.CONSUMER.CREATE.${name}`,
        `$JS.API.CONSUMER.CREATE.${name}.mine`,
        `$JS.API.CONSUMER.DURABLE.CREATE.${name}.mine`,
      ]),
      ...Object.values(consumers).map(
        ({ stream, durable }) => `$JS.API.CONSUMER.DELETE.${stream}.${durable}`,
      ),
    ];
    const sweeping = streams.flatMap(({ name }) =>
      ['GET', 'DELETE'].map((verb) => `$JS.API.STREAM.MSG.${verb}.${name}`),
    );
    const making = streams.flatMap(({ name }) => reads.map((verb) => `$JS.API.STREAM.${verb}.${name}`));
    for (const user of others) {
      t.same(await as(user).publish(forbidden, ''), [], user);
      t.same(await as(user).publish(sweeping, ''), user === 'ingest' ? sweeping : [], user);
      const made = (await as(user).publish(making, '')).filter((subject) => !subject.includes('.INFO.'));
      t.equal(made.length, user === 'ingest' ? 2 * streams.length : 0, user);
      for (const { stream, durable, service } of Object.values(consumers)) {
        const next = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`;
        const acknowledgement = `$JS.ACK.${stream}.${durable}.1.1.1.1.0`;
        const own = service === user ? [next, acknowledgement] : [];
        t.same(await as(user).publish([next, acknowledgement], ''), own, `${user} and ${durable}`);
      }
    }
  },
);

t.test('answers reach the inboxes of those who ask a service, and no other', async (t) => {
  const inboxes = natsUsers.map((user) => `${inboxPrefix(user)}.x`);
  const expected: Partial<Record<NatsUser, NatsUser[]>> = {
    directory: ['coaching', 'analytics', 'gateway', 'operator'],
    ingest: ['analytics', 'gateway', 'transcription', 'operator'],
    coaching: ['analytics', 'gateway', 'operator'],
    analytics: ['gateway', 'operator'],
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

t.test('ingest makes again what is deleted under others, and an app waits for what it needs', async (t) => {
  const { nc } = await nats.intrude('operator');
  const jsm = await nc.jetstreamManager();
  const namesOf = async (stream: string) =>
    (await jsm.consumers.list(stream).next()).map(({ name }) => name).sort();
  await jsm.consumers.delete('people', consumers.coachingUserChanged.durable);
  await until(async () => (await namesOf('people')).length === 2);

  await keeper.close();
  for (const { name } of streams) await jsm.streams.delete(name);
  let isUp = false;
  const waiting = nats.join('coaching').then(() => {
    isUp = true;
  });
  const directory = connect({
    url: nats.urlOf('directory'),
    user: 'directory',
    log: recordedLog(),
    timeoutMs: 300,
  });
  await t.rejects(directory, { message: 'the streams and consumers are not there' });
  t.equal(isUp, false);
  const another = await nats.join('ingest');
  await waiting;
  await another.check();
  t.same((await jsm.streams.names().next()).sort(), streams.map(({ name }) => name).sort());
});
