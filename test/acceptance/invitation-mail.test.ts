import t from 'tap';
import { startDebrief } from './harness/debrief.ts';
import { awaitLaterMails, mailServer, newInvitation } from './harness/invitations.ts';
import { submitAndRead } from './harness/submissions.ts';

t.test('with a mail server an invitation is sent there, once', async (t) => {
  const mails = await mailServer(t);
  const debrief = await startDebrief(t, { SMTP_URL: mails.url });
  const { api } = await debrief.createIntegration();
  const inviter = (await submitAndRead(api)).user;
  const body = newInvitation(inviter.id);
  const replies = await Promise.all(Array.from({ length: 5 }, () => api.post('/invitations', body)));
  await awaitLaterMails(api, inviter.id, async (email) => mails.to(email));
  const sent = mails.to(body.email);
  t.equal(sent.length, 1);
  t.ok(sent[0]?.includes(replies[0]?.body.invitation_link));
});
