import t from 'tap';
import { startDebrief } from './harness/debrief.ts';
import { awaitLaterMails, mailServer, newInvitation } from './harness/invitations.ts';
import { startNatsServer } from './harness/nats-server.ts';
import { convertSample, sampleSubmission, serveRecordings } from './harness/recordings.ts';
import { submitAndRead } from './harness/submissions.ts';

const RECORDINGS = 6;

// For what needs settings of its own: starting a Debrief takes seven seconds of computing.
const [nats, mails] = await Promise.all([startNatsServer(t), mailServer(t)]);
const debrief = await startDebrief(t, { NATS_URL: nats.url, LEASE_SECONDS: '8', SMTP_URL: mails.url });

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
