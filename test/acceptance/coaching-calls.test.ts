import { rename } from 'node:fs/promises';
import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { newPeople } from './harness/measured-calls.ts';
import { convertSample, sampleSubmission, serveRecordings } from './harness/recordings.ts';

const folder = t.testdir({
  'page.html': '<!doctype html><html><body>Please sign in</body></html>',
  'empty.mp3': '',
});
// One call is coached from greeting to goodbye, of which only the sentences are kept that its coaching rests on:
// recognising a second takes half a second of computing. The rest needs only some words.
const words = ['-ss', '1.85', '-t', '1.3'];
const kept = [
  [0.9, 4.95],
  [10.9, 13.6],
  [35.3, 44.2],
  [61.75, 74.7],
  [85.95, 89],
].map(([from, to]) => `between(t,${from},${to})`);
const call = `aselect='${kept.join('+')}',asetpts=N/SR/TB`;
const [sample, wav, mp3, ogg, m4a] = await Promise.all([
  convertSample(folder, 'sample.mp3', '-af', call, '-q:a', '2'),
  convertSample(folder, 'words.wav', ...words),
  convertSample(folder, 'words.mp3', ...words, '-q:a', '2'),
  convertSample(folder, 'words.ogg', ...words, '-c:a', 'libvorbis', '-q:a', '6'),
  convertSample(folder, 'words.m4a', ...words, '-b:a', '128k'),
]);
// The worker must look at the bytes and not at the name.
await rename(wav, `${folder}/words.bin`);
const recordings = await serveRecordings(t, {
  '/sample.mp3': { file: sample },
  '/words.wav': { file: `${folder}/words.bin` },
  '/words.mp3': { file: mp3 },
  '/words.ogg': { file: ogg },
  '/words.m4a': { file: m4a },
  '/page.mp3': { file: `${folder}/page.html` },
  '/empty.mp3': { file: `${folder}/empty.mp3` },
});
const debrief = await sharedDebrief(t);
const { api } = await debrief.createIntegration();

async function coach(recording_id: string, path: string, people: Record<string, string> = {}) {
  const recording_url = recordings + path;
  const submission = await sampleSubmission({ recording_id, recording_url, ...people });
  const { body } = await api.post('/calls', submission);
  const analysis = await api.awaitAnalysis(body.call_event_id);
  const transcript = await api.get(`/calls/call_event_id:${body.call_event_id}/transcript`);
  return { analysis, transcript, submission };
}

interface Segment {
  speaker: string;
  text: string;
  start_time: number;
  end_time: number;
}

/** What differs between two analyses of the same audio: ids and dates. */
function withoutIds(value: unknown): string {
  return JSON.stringify(value, (key, inner) =>
    key === 'created_at' || ((key === 'id' || key === 'recording_id') && /^[0-9a-f-]{36}$/.test(inner))
      ? undefined
      : inner,
  );
}

t.test('the sample call is coached from its audio alone', async (t) => {
  const agent = newPeople();
  const { analysis, transcript, submission } = await coach('sample', '/sample.mp3', agent);
  t.equal(analysis.status, 'COMPLETED');
  t.equal(analysis.progress, 100);
  t.equal(analysis.error, null);
  t.equal(transcript.status, 200);
  const { segments } = transcript.body as { segments: Segment[] };
  const { user_name, contact_name } = submission as { user_name: string; contact_name: string };

  const said = (speaker: string) =>
    segments
      .filter((segment) => segment.speaker === speaker)
      .map(({ text }) => text.toLowerCase())
      .join(' ');
  t.strictSame(new Set(segments.map(({ speaker }) => speaker)), new Set([user_name, contact_name]));
  t.match(said(user_name), /send/, 'the agent promises to send something');
  t.match(said(contact_name), /expensive|price|cost|money|afford/, 'the contact speaks of the price');
  t.strictSame(analysis.speakers.user_name, user_name);
  t.strictSame(analysis.speakers.client_name, contact_name);

  t.match(analysis.disposition.outcomes, ['Appointment Set']);
  t.ok(analysis.objections.outcomes.some((objection: string) => /price/i.test(objection)));
  t.ok(analysis.action_items.primary.length + analysis.action_items.secondary.length >= 1);
  t.ok(analysis.action_items.primary.some((item: string) => /send/i.test(item)));
  t.ok(analysis.rating.outcome >= 1 && analysis.rating.outcome <= 5);
  t.ok(analysis.rating.reasoning.length > 0);
  t.ok(analysis.summary.outcome.summary.length > 0);

  for (const { segment_index, quote, speaker, claim_id } of analysis.evidence) {
    const segment = segments[segment_index];
    t.ok(segment?.text.includes(quote), `${claim_id}: "${quote}"`);
    t.equal(segment?.speaker, speaker);
  }
  const proven = new Set(analysis.evidence.map(({ claim_id }: { claim_id: string }) => claim_id));
  for (const [list, name] of [
    [analysis.objections.outcomes, 'objections.outcomes'],
    [analysis.action_items.primary, 'action_items.primary'],
    [analysis.action_items.secondary, 'action_items.secondary'],
    [analysis.disposition.outcomes, 'disposition.outcomes'],
    [analysis.coaching.top_moments, 'coaching.top_moments'],
    [analysis.coaching.possible_improvements, 'coaching.possible_improvements'],
  ]) {
    for (const index of list.keys()) t.ok(proven.has(`${name}.${index}`), `${name}.${index} has its quote`);
  }

  await t.test('it brings its user a rating, outcomes, objections and conversation', async (t) => {
    const reply = await eventually(
      () => api.get(`/users/external_user_id:${agent.external_user_id}/metrics`),
      (answer) => answer.body.calls.analyzed === 1,
    );
    const measured = reply.body;
    t.match(measured.calls, { total: 1, analyzed: 1, failed: 0, outbound: 1 });
    t.match(measured.rating, { average: analysis.rating.outcome, count: 1 });
    t.equal(measured.rating.distribution[Math.round(analysis.rating.outcome) - 1].count, 1);
    const labels = (entries: { label: string }[]) => entries.map(({ label }) => label).sort();
    t.strictSame(labels(measured.outcomes), analysis.disposition.outcomes.toSorted());
    t.ok(measured.outcomes.every(({ rate }: { rate: number }) => rate === 1));
    t.strictSame(labels(measured.objections), [...new Set(analysis.objections.kinds)].sort());
    t.ok(measured.objections.length > 0);
    const { sample_size, ...figures } = measured.conversation;
    t.equal(sample_size, 1);
    for (const [name, value] of Object.entries(figures)) t.equal(value, analysis.conversation[name], name);
  });
});

t.test('WAV, MP3, OGG and M4A of the same audio complete with the same words', async (t) => {
  const formats = ['wav', 'mp3', 'ogg', 'm4a'];
  const results = await Promise.all(formats.map((format) => coach(format, `/words.${format}`)));
  for (const { analysis, transcript } of results) {
    t.equal(analysis.status, 'COMPLETED');
    t.equal(transcript.status, 200);
    const said = transcript.body.segments.map(({ text }: Segment) => text).join(' ');
    t.match(said, /this is David Miller/i);
  }

  await t.test('the same audio under two ids gives the same coaching, byte for byte', async (t) => {
    const [one, other] = [results[formats.indexOf('mp3')], await coach('twin', '/words.mp3')];
    t.ok(other.transcript.body.segments.length > 0);
    t.equal(withoutIds(one?.analysis), withoutIds(other.analysis));
    t.strictSame(one?.transcript.body.segments, other.transcript.body.segments);
  });
});

t.test(
  'a recording that cannot be had or read ends FAILED with its reason, and has no transcript',
  async (t) => {
    for (const [path, code] of [
      ['/missing.mp3', 'download_not_found'],
      ['/page.mp3', 'audio_unsupported'],
      ['/empty.mp3', 'audio_empty'],
    ] as const) {
      const { analysis, transcript } = await coach(`failing ${path}`, path);
      t.equal(analysis.status, 'FAILED', path);
      t.match(analysis.error, { code, message: String, retryable: Boolean });
      t.ok(analysis.progress < 100);
      t.equal(analysis.summary, undefined);
      t.equal(transcript.status, 409);
    }
  },
);

t.test('a recording that FAILED can be submitted again with another URL', async (t) => {
  const failed = await coach('second try', '/missing.mp3');
  t.equal(failed.analysis.status, 'FAILED');
  const mended = await coach('second try', '/words.mp3');
  t.equal(mended.analysis.status, 'COMPLETED');
  t.equal(mended.analysis.recording_id, failed.analysis.recording_id);
});
