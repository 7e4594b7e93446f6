import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createInvitation } from '@debrief/contracts/operations/directory-invitations';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { request } from '@debrief/messaging/request';
import t from 'tap';
import { callerOf } from '../fixtures/answers.ts';
import { readMessage } from '../fixtures/read-message.ts';
import { runningDirectory } from '../fixtures/running-directory.ts';
import { submission } from '../fixtures/submission.ts';

t.test('without SMTP_URL an invitation is written to a file that only its owner can read', async (t) => {
  const parent = await mkdtemp(path.join(tmpdir(), 'directory-mail-'));
  t.teardown(() => rm(parent, { recursive: true }));
  const folder = path.join(parent, 'mail');
  const { createIntegration, messaging } = await runningDirectory(t, { MAIL_DIR: folder });
  const caller = callerOf((await createIntegration()).id);
  await request(messaging, resolveSubmission, caller, submission());
  const { invitation } = await request(messaging, createInvitation, caller, {
    email: 'zoe@example.com',
    external_user_id: 'zoe',
    invited_by_email: 'ann@example.com',
  });
  const file = path.join(folder, `${invitation.id}.eml`);
  while (
    !(await stat(file).then(
      () => true,
      () => false,
    ))
  )
    await delay(10);
  t.strictSame(await readdir(folder), [`${invitation.id}.eml`]);
  t.equal((await stat(file)).mode & 0o777, 0o600);
  const { headers, parts } = readMessage(await readFile(file, 'utf8'));
  t.ok(headers.includes('To: zoe@example.com'));
  t.match(parts['text/plain'], `http://localhost:3000/invitations/`);
  t.match(parts['text/plain'], invitation.invitation_link);
});
