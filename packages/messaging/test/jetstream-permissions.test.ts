import { randomUUID } from 'node:crypto';
import { createOrganization } from '@debrief/contracts/operations/directory-access';
import { consumers, streams } from '@debrief/contracts/topology';
import t from 'tap';
import { connect } from '../src/connection.ts';
import { request } from '../src/request.ts';
import { handle, serve } from '../src/serve.ts';
import { operator } from './fixtures/callers.ts';
import { guardedNats } from './fixtures/guarded-nats.ts';
import { recordedLog, until } from './fixtures/hotel.ts';

const nats = await guardedNats(t);
const keeper = await nats.join('ingest');
const { as, others } = await nats.intruders();

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
        `$JS.API.CONSUMER.CREATE.${name}.mine`,
        `$JS.API.CONSUMER.DURABLE.CREATE.${name}.mine`,
      ]),
    ];
    const remaking = [
      ...streams.map(({ name }) => `$JS.API.CONSUMER.CREATE.${name}`),
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
      t.same(await as(user).publish(remaking, ''), user === 'ingest' ? remaking : [], user);
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

t.test('a stored event that is pulled to the subject of an operation is no request', async (t) => {
  const log = recordedLog();
  const directory = await connect({ url: nats.urlOf('directory'), user: 'directory', log });
  t.teardown(() => directory.close());
  let made = 0;
  await serve(directory, {
    service: 'directory',
    version: '1.0.0',
    handlers: [
      handle(createOrganization, async (items) => {
        made += items.length;
        return items.map(({ input }) => ({ ok: { id: randomUUID(), created_date: '2026-11-22', ...input } }));
      }),
    ],
  });
  const forged = JSON.stringify({ caller: operator, input: { name: 'Mine' } });
  const { nc } = await nats.intrude('ingest');
  nc.publish('recording.failed', forged);
  nc.publish('$JS.API.CONSUMER.MSG.NEXT.recordings.ingest_recording_failed', '{"batch":1}', {
    reply: createOrganization.subject,
  });
  await until(() => log.lines.length > 0);
  t.match(log.lines, [{ message: 'dropped what asks for no answer' }]);
  await request(await nats.join('operator'), createOrganization, operator, { name: 'Ours' });
  t.equal(made, 1);
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
