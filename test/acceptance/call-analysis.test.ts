import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { convertSample, cutSample, RATED_CALL, serveRecordings } from './harness/recordings.ts';
import { submit } from './harness/submissions.ts';
import { unknownId, uuid } from './harness/uuid.ts';

const folder = t.testdir({});
// Words enough for a rating, and a call of which only its state matters.
const [part, silence] = await Promise.all([
  cutSample(folder, 'part.mp3', RATED_CALL, 10),
  convertSample(folder, 'silence.mp3', '-t', '1', '-af', 'volume=0'),
]);
const recordings = await serveRecordings(t, {
  '/part.mp3': { file: part },
  '/silence.mp3': { file: silence },
});
const debrief = await sharedDebrief(t);
const [{ api, readOnlyApi }, forbidden] = await Promise.all([
  debrief.createIntegration({ crm: 'Open CRM' }),
  debrief.createIntegration({ crm: 'Closed CRM' }),
]);

const recording = {
  recording_url: `${recordings}/part.mp3`,
  user_name: 'David Miller',
  contact_name: 'Susan Parker',
  incoming: false,
};
const [{ call_event_id }, closed] = await Promise.all([
  submit(api, recording),
  submit(forbidden.api, { ...recording, recording_url: `${recordings}/silence.mp3` }),
]);
const [{ polls, early }, over] = await Promise.all([
  watch(),
  forbidden.api.awaitAnalysis(closed.call_event_id),
]);
const path = `/calls/call_event_id:${call_event_id}`;
const [call, analysis, transcript] = (
  await Promise.all([api.get(path), api.get(`${path}/analysis`), api.get(`${path}/transcript`)])
).map(({ body }) => body);
const first = polls[0];
const { segments } = transcript as { segments: Record<string, unknown>[] };

/** Polls as a client does; the transcript is asked for between two polls that both are below 100. */
async function watch() {
  const polls: { status: string; progress: number; [field: string]: unknown }[] = [];
  const early: number[] = [];
  for (;;) {
    const { body } = await api.get(`/calls/call_event_id:${call_event_id}/analysis`);
    polls.push(body);
    if (body.status === 'COMPLETED' || body.status === 'FAILED') return { polls, early };
    const { status } = await api.get(`/calls/call_event_id:${call_event_id}/transcript`);
    const { body: after } = await api.get(`/calls/call_event_id:${call_event_id}/analysis`);
    if (after.progress < 100) early.push(status);
    await sleep(20);
  }
}

const everySegment = (fits: (segment: Record<string, unknown>) => boolean) =>
  segments.length > 0 && segments.every(fits);
for (const [row, is] of [
  ['Transcript.call_id is the UUID of the call', () => uuid.test(call.id) && transcript.call_id === call.id],
  ['Transcript.segments is an array', () => Array.isArray(segments) && segments.length > 1],
  [
    'Segment.speaker is the resolved name of the agent or the contact',
    () =>
      new Set(segments.map(({ speaker }) => speaker)).isSubsetOf(new Set(['David Miller', 'Susan Parker'])),
  ],
  [
    'Segment.start_time is a number of seconds',
    () => everySegment(({ start_time }) => (start_time as number) >= 0),
  ],
  [
    'Segment.end_time is a number of seconds after start_time',
    () => everySegment(({ start_time, end_time }) => (end_time as number) > (start_time as number)),
  ],
  [
    'Segment.text is the spoken text',
    () => everySegment(({ text }) => typeof text === 'string' && text !== ''),
  ],
  [
    'segments are in the order in which they were spoken',
    () =>
      segments.every(
        (segment, i) => i === 0 || Number(segment.start_time) >= Number(segments[i - 1]?.start_time),
      ),
  ],
  ['RecordingAnalysis.id is a UUID', () => uuid.test(analysis.id)],
  ['RecordingAnalysis.recording_id is the UUID of the call', () => analysis.recording_id === call.id],
  [
    'RecordingAnalysis.created_at is a timestamp',
    () => new Date(analysis.created_at).toISOString() === analysis.created_at,
  ],
  ['RecordingAnalysis.progress is 100 when complete', () => analysis.progress === 100],
  [
    'an analysis keeps its id, recording_id and created_at from the first poll on',
    () =>
      polls.every(
        ({ id, recording_id, created_at }) =>
          id === analysis.id && recording_id === analysis.recording_id && created_at === first?.created_at,
      ),
  ],
] as [string, () => boolean][]) {
  t.test(row, async (t) => t.ok(is(), JSON.stringify({ transcript, analysis }).slice(0, 2000)));
}

t.test('state: an accepted submission is polled with a progress below 100', async (t) => {
  t.match(first, { progress: Number });
  t.ok((first?.progress ?? 100) < 100);
});

t.test('state: progress goes from 0 to 99 up to 100 and never back', async (t) => {
  const progress = polls.map((poll) => poll.progress);
  t.strictSame(
    progress,
    progress.toSorted((one, other) => one - other),
  );
  t.ok(progress.every((value) => value >= 0 && value <= 100));
  t.equal(progress.at(-1), 100);
});

t.test('state: statuses follow the pipeline up to COMPLETED', async (t) => {
  const order = ['QUEUED', 'DOWNLOADING', 'TRANSCRIBING', 'ANALYZING', 'COMPLETED'];
  const places = polls.map(({ status }) => order.indexOf(status));
  t.strictSame(
    places,
    places.toSorted((one, other) => one - other),
  );
  t.ok(places.every((place) => place >= 0));
});

t.test('state: progress is 100 exactly when the status is COMPLETED', async (t) => {
  for (const { status, progress } of polls) t.equal(progress === 100, status === 'COMPLETED', status);
});

t.test('state: results are complete at 100 and not there before', async (t) => {
  const results = ['action_items', 'coaching', 'disposition', 'objections', 'rating', 'speakers', 'summary'];
  for (const poll of polls) {
    const there = results.filter((name) => poll[name] !== undefined);
    t.strictSame(there, poll.progress === 100 ? results : []);
  }
});

t.test('state: progress 100 stays as it is', async (t) => {
  t.strictSame((await api.get(`${path}/analysis`)).body, analysis);
});

t.test('state: a submission of a completed recording changes nothing', async (t) => {
  const { sent } = await submit(api, { recording_id: call.external_recording_id, duration_seconds: 1 });
  t.equal(sent.recording_id, call.external_recording_id);
  t.strictSame((await api.get(path)).body, call);
  t.strictSame((await api.get(`${path}/analysis`)).body, analysis);
});

t.test('transcript rule 1: 409 while progress is below 100', async (t) => {
  t.ok(early.length > 0);
  t.ok(early.every((status) => status === 409));
  const waiting = await submit(api);
  const reply = await api.get(`/calls/call_event_id:${waiting.call_event_id}/transcript`);
  t.equal(reply.status, 409);
  t.match(reply.body, { statusCode: 409, message: /not ready/ });
});

t.test('transcript rule 1: 409 for a recording that FAILED', async (t) => {
  const failed = await submit(api, { recording_url: `${recordings}/missing.mp3` });
  const ended = await api.awaitAnalysis(failed.call_event_id);
  t.match(ended, { status: 'FAILED', error: { code: String, message: String, retryable: Boolean } });
  t.ok(ended.progress < 100);
  const reply = await api.get(`/calls/call_event_id:${failed.call_event_id}/transcript`);
  t.equal(reply.status, 409);
});

t.test('transcript rule 2: 403 for the one CRM, complete or not, there or not', async (t) => {
  t.equal(over.status, 'COMPLETED');
  const waiting = await submit(forbidden.api);
  for (const form of [
    `call_event_id:${closed.call_event_id}`,
    `call_event_id:${waiting.call_event_id}`,
    `external_recording_id:${closed.sent.recording_id}`,
    unknownId,
  ]) {
    const reply = await forbidden.api.get(`/calls/${form}/transcript`);
    t.equal(reply.status, 403, form);
    t.match(reply.body, { statusCode: 403, message: /unsupported/ });
  }
});

t.test('transcript rule 2: nothing else is refused to that integration', async (t) => {
  const forms = `/calls/call_event_id:${closed.call_event_id}`;
  t.equal((await forbidden.api.get(forms)).status, 200);
  t.equal((await forbidden.readOnlyApi.get(`${forms}/analysis`)).status, 200);
});

t.test('transcript rule 3: 400 when the identifier cannot be parsed, also for the one CRM', async (t) => {
  t.equal((await api.get('/calls/x/transcript')).status, 400);
  t.equal((await forbidden.api.get('/calls/x/transcript')).status, 400);
});

t.test('transcript rule 3: 404 when the call is not found', async (t) => {
  const reply = await api.get(`/calls/${unknownId}/transcript`);
  t.equal(reply.status, 404);
  t.strictSame(reply.body, { statusCode: 404, message: 'Call not found' });
});

t.test('transcript and analysis are found by every identifier of a call', async (t) => {
  for (const form of [call.id, `external_recording_id:${encodeURIComponent(call.external_recording_id)}`]) {
    t.strictSame((await api.get(`/calls/${form}/transcript`)).body, transcript, form);
    t.strictSame((await api.get(`/calls/${form}/analysis`)).body, analysis, form);
  }
});

t.test('a read-only key reads transcript and analysis', async (t) => {
  t.strictSame((await readOnlyApi.get(`${path}/transcript`)).body, transcript);
  t.strictSame((await readOnlyApi.get(`${path}/analysis`)).body, analysis);
});
