import t from 'tap';
import { startDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { mailServer, newInvitation } from './harness/invitations.ts';
import { submitAndRead } from './harness/submissions.ts';

t.test('with a mail server an invitation is sent there, once', async (t) => {
  const mails = await mailServer(t);
  const debrief = await startDebrief(t, { SMTP_URL: mails.url });
  const { api } = await debrief.createIntegration();
  const inviter = (await submitAndRead(api)).user;
  const [body, later] = [newInvitation(inviter.id), newInvitation(inviter.id)];
  const replies = await Promise.all(Array.from({ length: 5 }, () => api.post('/invitations', body)));
  // Mails go in order: once a later one is there, none of these can follow.
  await api.post('/invitations', later);
  await eventually(
    async () => mails.to(later.email),
    ({ length }) => length > 0,
  );
  const sent = mails.to(body.email);
  t.equal(sent.length, 1);
  t.ok(sent[0]?.includes(replies[0]?.body.invitation_link));
});
