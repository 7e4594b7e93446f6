import { DebriefError, UNAVAILABLE } from '@debrief/contracts/errors';
import { findPeople, resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { findSubmission, submitRecording } from '@debrief/contracts/operations/ingest';
import { submissionExample } from '@debrief/contracts/resources/submission';
import { handle } from '@debrief/messaging/serve';
import t from 'tap';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

// Each waits out what hides a restart.
t.jobs = 3;

const uuid = (digit: number) => `019aa000-0000-7000-8000-00000000000${digit}`;
const people = {
  ...{ user_id: uuid(4), contact_id: uuid(5) },
  ...{ stage: null, stage_id: null, source: 'api', source_id: 'api' },
};

/** What ingest and directory answer, and which operations were asked for. */
function services() {
  const asked: string[] = [];
  return {
    asked,
    resolve: handle(resolveSubmission, async (items) => {
      asked.push('resolve');
      return items.map(() => ({ ok: people }));
    }),
    find: handle(findSubmission, async (items) => {
      asked.push('find');
      return items.map(({ input }) => ({
        ok: input.recording_id === 'known' ? { call_event_id: uuid(6), status: 'COMPLETED' as const } : null,
      }));
    }),
    submit: handle(submitRecording, async (items) => {
      asked.push('submit');
      return items.map(() => ({ ok: { call_event_id: uuid(7), status: 'QUEUED' as const } }));
    }),
  };
}

async function submit({ base, key }: { base: string; key: string }, recording_id: string) {
  const reply = await fetch(`${base}/api/v1/calls`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ ...submissionExample, recording_id }),
  });
  return { status: reply.status, body: (await reply.json()) as { call_event_id?: string } };
}

t.test('a directory that cannot find people yet resolves those of a new recording', async (t) => {
  const { asked, resolve, find, submit: store } = services();
  const gateway = await lonelyGateway(t, { verifies: true, handlers: [resolve, find, store] });
  t.match(await submit(gateway, 'new'), { status: 202, body: { call_event_id: uuid(7) } });
  t.same(asked.splice(0), ['find', 'resolve', 'submit']);
  t.match(await submit(gateway, 'known'), { status: 202, body: { call_event_id: uuid(6) } });
  t.same(asked, ['find'], 'and nothing changes for one that ingest has');
});

t.test('while directory is away a known recording is answered, and a new one is not taken', async (t) => {
  const { asked, find, submit: store } = services();
  const gateway = await lonelyGateway(t, { verifies: true, handlers: [find, store] });
  t.match(await submit(gateway, 'known'), { status: 202, body: { call_event_id: uuid(6) } });
  t.equal((await submit(gateway, 'new')).status, 503);
  t.same(asked, ['find', 'find']);
});

t.test('a directory that refuses is not asked for more', async (t) => {
  const { asked, resolve, find, submit: store } = services();
  const refuse = handle(findPeople, async (items) => {
    asked.push('find-people');
    return items.map(() => ({ error: new DebriefError(UNAVAILABLE) }));
  });
  const gateway = await lonelyGateway(t, { verifies: true, handlers: [refuse, resolve, find, store] });
  t.equal((await submit(gateway, 'new')).status, 503);
  t.same(new Set(asked), new Set(['find-people']));
});
