import type { OutputOf } from '@debrief/contracts/define';
import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { listIntegrations } from '@debrief/contracts/operations/directory-access';
import { getUser, setSignal } from '@debrief/contracts/operations/directory-people';
import { refreshSignals, showSignal } from '@debrief/contracts/operations/signals';
import { defaultQuotas } from '@debrief/contracts/resources/quotas';
import { userExample } from '@debrief/contracts/resources/user';
import { NO_CLEAR_TYPE, signalExample } from '@debrief/contracts/resources/user-signal';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { handleEach } from '@debrief/messaging/handle-each';
import { serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { runDebrief } from '../run-debrief.ts';

const nats = await testNats(t);
const log = createLogger({ name: 'test', level: 'silent' });
const messaging = await connect({ url: nats.url, name: 'test', log });
t.teardown(() => messaging.close());

type Shown = OutputOf<typeof showSignal>;
const id = '01900000-0000-7000-8000-000000000001';
const { user_id, external_user_id, name, id: signalId, ...profile } = signalExample;
const needed = { calls: 5, words: 1500 };
const inferred: Shown = {
  ...{ user_id, external_user_id, name, needed, speech: { calls: 13, words: 7800 } },
  signal: {
    id: signalId,
    version: 2,
    speech: { calls: 12, words: 7340 },
    updated_date: '2026-11-20T10:00:00Z',
    profile,
  },
};
let shown: Shown = inferred;
const integration = {
  ...{ id, organization_id: id, name: 'Main', crm: null, source: 'API', source_id: 'api' },
  ...{
    cadences: [],
    review_days: 7,
    agenda_mails: true,
    categories: null,
    allowed_hosts: [],
    quotas: defaultQuotas,
    created_date: '2026-11-20T10:00:00Z',
  },
} as unknown as OutputOf<typeof listIntegrations>['data'][number];
const asked: unknown[] = [];
const version = '0.1.0';
const served = await Promise.all([
  serve(messaging, {
    ...{ service: 'directory', version },
    handlers: [
      handleEach(getUser, async ({ input }) =>
        input.value === 'rep:7'
          ? { ok: { ...userExample, id: user_id, name } }
          : { error: new DebriefError(USER_NOT_FOUND) },
      ),
      handleEach(listIntegrations, async () => ({ ok: { data: [integration] } })),
      handleEach(setSignal, async ({ input }) => {
        asked.push(input);
        return { ok: { user_id, name, signal: input.signal } };
      }),
    ],
  }),
  serve(messaging, {
    ...{ service: 'coaching', version },
    handlers: [
      handleEach(showSignal, async ({ input }) => {
        asked.push(input);
        return { ok: shown };
      }),
      handleEach(refreshSignals, async ({ input }) => {
        asked.push(input);
        return { ok: { agents: input.user === undefined ? 3 : 1 } };
      }),
    ],
  }),
]);
t.teardown(() => Promise.all(served.map((one) => one.close())));

const debrief = (...args: string[]) => runDebrief(['--nats', nats.url, 'signals', ...args]);

t.beforeEach(() => {
  shown = inferred;
  asked.length = 0;
});

t.test('a signal is printed for people, with its scores and what it is not', async (t) => {
  const { status, stdout } = await debrief('show', 'rep:7');
  t.equal(status, 0);
  t.match(stdout, `${name}: Encourager (Is)\nInferred from 7,340 words in 12 calls.\n`);
  t.match(stdout, /Influence +71 {2}█{14}\n/);
  t.match(stdout, /In disagreement\n {2}Acknowledges an objection first, then asks about it\./);
  t.strictSame(asked, [{ integration_id: id, user: user_id }]);
  const lines = stdout.split('\n').map(({ length }) => length);
  t.ok(Math.max(...lines) <= 101, 'lines are wrapped');
});

t.test('where no type is clear it names none, and a text that says nothing has no heading', async (t) => {
  const unclear = { ...profile, conflictStyle: '', DISC: { ...profile.DISC, profileName: NO_CLEAR_TYPE } };
  shown =
    inferred.signal === null ? inferred : { ...inferred, signal: { ...inferred.signal, profile: unclear } };
  const { stdout } = await debrief('show', 'rep:7');
  t.match(stdout, `${name}: no clear type yet\n`);
  t.notMatch(stdout, 'In disagreement');
});

t.test('and as JSON for programs', async (t) => {
  const { stdout } = await debrief('show', 'rep:7', '--json');
  t.strictSame(JSON.parse(stdout), inferred);
});

t.test('where there is none it says how much is missing', async (t) => {
  shown = { ...inferred, speech: { calls: 1, words: 400 }, signal: null };
  const { status, stdout } = await debrief('show', 'rep:7');
  t.equal(status, 0);
  t.equal(
    stdout,
    `${name} has no signal yet: it needs 5 calls and 1500 words, and there are 1 call and 400 words.\n`,
  );
});

t.test('an unknown agent is an error', async (t) => {
  const { status, stderr } = await debrief('show', 'nobody');
  t.equal(status, 1);
  t.match(stderr, /^debrief: Nobody in this integration is "nobody"\./);
});

t.test('refresh says for how many agents it is done', async (t) => {
  t.equal((await debrief('refresh')).stdout, 'The signals of 3 agents are being inferred.\n');
  t.equal((await debrief('refresh', 'rep:7')).stdout, 'The signal of 1 agent is being inferred.\n');
  t.strictSame(asked, [{ integration_id: id }, { integration_id: id, user: user_id }]);
});

t.test('an agent is left out and taken in again', async (t) => {
  const off = `${name} is left out of signals; what was inferred is being deleted.\n`;
  t.equal((await debrief('off', 'rep:7')).stdout, off);
  t.equal(
    (await debrief('on', 'rep:7')).stdout,
    `A signal of ${name} is inferred again, from the next call on.\n`,
  );
  t.strictSame(asked, [
    { integration_id: id, user: user_id, signal: false },
    { integration_id: id, user: user_id, signal: true },
  ]);
});
