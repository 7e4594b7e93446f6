import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { startDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { awaitLaterMails, mailServer, newInvitation } from './harness/invitations.ts';
import { startNatsServer } from './harness/nats-server.ts';
import { convertSample, sampleSubmission, serveRecordings } from './harness/recordings.ts';
import { submitAndRead } from './harness/submissions.ts';
import { traceCollector } from './harness/trace-collector.ts';

const RECORDINGS = 6;

// For what needs settings of its own: starting a Debrief takes seven seconds of computing.
const [nats, mails, collector] = await Promise.all([startNatsServer(t), mailServer(t), traceCollector(t)]);
const debrief = await startDebrief(t, {
  NATS_URL: nats.url,
  LEASE_SECONDS: '8',
  SMTP_URL: mails.url,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
});

t.test('with a mail server an invitation is sent there, once', async (t) => {
  const { api } = await debrief.createIntegration();
  const inviter = (await submitAndRead(api)).user;
  const body = newInvitation(inviter.id);
  const replies = await Promise.all(Array.from({ length: 5 }, () => api.post('/invitations', body)));
  await awaitLaterMails(api, inviter.id, async (email) => mails.to(email));
  const sent = mails.to(body.email);
  t.equal(sent.length, 1);
  t.ok(sent[0]?.includes(replies[0]?.body.invitation_link));
});

t.test('a call is one trace, from its submission through every service to COMPLETED', async (t) => {
  const file = await convertSample(t.testdir({}), 'short.wav', '-ss', '1.85', '-t', '1');
  const recordings = await serveRecordings(t, { '/traced.wav': { file } });
  const { api } = await debrief.createIntegration();
  const body = await sampleSubmission({ recording_id: 'traced', recording_url: `${recordings}/traced.wav` });
  const [traceId, clientSpan] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const reply = await api.post('/calls', body, { traceparent: `00-${traceId}-${clientSpan}-01` });
  t.equal(reply.status, 202);
  const analysis = await api.awaitAnalysis(reply.body.call_event_id);
  t.equal(analysis.status, 'COMPLETED');

  const wanted = [
    'gateway: POST /api/v1/calls',
    'gateway: ingest.recordings.submit',
    'ingest: ingest.recordings.submit',
    'directory: directory.submissions.resolve',
    'directory: postgres with',
    'ingest: postgres with',
    'transcription: transcribe recording',
    'transcription: download',
    'transcription: decode',
    'transcription: transcribe',
    'transcription: ingest.work.finish',
    'ingest: ingest.work.finish',
    'ingest: postgres commit',
    'coaching: coaching recording.transcribed',
    'coaching: coach recording',
    'coaching: postgres insert',
    'ingest: ingest recording.analyzed',
    'analytics: analytics recording.completed',
    'analytics: postgres insert',
  ];
  const seen = () => new Set(collector.of(traceId).map(({ service, name }) => `${service}: ${name}`));
  await eventually(
    async () => seen(),
    (names) => wanted.every((name) => names.has(name)),
    20_000,
  );
  t.strictSame(
    wanted.filter((name) => !seen().has(name)),
    [],
  );
  const spans = collector.of(traceId);
  const known = new Set([clientSpan, ...spans.map(({ spanId }) => spanId)]);
  t.strictSame(
    spans.filter(({ parentSpanId }) => !known.has(parentSpanId ?? '')),
    [],
    'every span hangs on another, and the first on the client’s',
  );
  t.strictSame(
    spans.filter(({ name }) => name.includes('/*')),
    [],
    'a statement is called by its first word, and not by a comment before it',
  );
  for (const name of ['gateway', 'transcription']) {
    const log = await readFile(join(debrief.dataDir, 'logs', `${name}.log`), 'utf8');
    t.ok(log.includes(`"trace_id":"${traceId}"`), `${name} names the trace in its log`);
  }
});

t.test('six accepted recordings complete although NATS loses its store and workers are killed', async (t) => {
  const file = await convertSample(t.testdir({}), 'short.wav', '-ss', '1.85', '-t', '1');
  const recordings = await serveRecordings(t, { '/short.wav': { file } });
  const { api } = await debrief.createIntegration();

  const accepted = await Promise.all(
    Array.from({ length: RECORDINGS }, async (_, index) => {
      const body = await sampleSubmission({
        recording_id: `r${index}`,
        recording_url: `${recordings}/short.wav`,
      });
      const reply = await api.post('/calls', body);
      t.equal(reply.status, 202);
      return reply.body.call_event_id as string;
    }),
  );
  // Then some are done, some on their way, and most wait.
  await api.awaitAnalysis(accepted[0] ?? '');

  await nats.kill();
  const { processes } = await debrief.stack();
  const isCoaching = ({ name }: { name: string }) => name === 'coaching';
  const metrics = await fetch(new URL('/metrics', processes.find(isCoaching)?.health_url));
  t.match(await metrics.text(), /^debrief_check_ok\{check="nats",service="coaching"\} 0$/m, 'alerts see it');
  await nats.wipe();
  await Promise.all([debrief.kill('transcription'), debrief.kill('coaching')]);
  await nats.start();

  const analyses = await Promise.all(accepted.map((id) => api.awaitAnalysis(id)));
  t.equal(analyses.filter(({ status }) => status === 'COMPLETED').length, RECORDINGS);
  t.equal(new Set(analyses.map(({ recording_id }) => recording_id)).size, RECORDINGS, 'each is one call');
  t.equal(new Set(analyses.map(({ id }) => id)).size, RECORDINGS, 'each has one analysis');
  const list = await api.get('/calls?limit=100');
  t.equal(list.body.data.length, RECORDINGS);
});
