import nodemailer from 'nodemailer';
import t from 'tap';
import { invitationMail } from '../../src/invitations/invitation-mail.ts';
import { mailMessage } from '../../src/mail/mail-message.ts';
import { readMessage } from '../fixtures/read-message.ts';

const invitation = {
  id: '0199c000-0000-7000-8000-000000000001',
  email: 'zoe@example.com',
  name: 'Zoe Zimmer',
  first_name: 'Zoe',
  inviter_name: 'Ann Agent',
  organization_name: 'Acme',
  link: 'https://app.example.com/invitations/abc_-1',
  expires_date: '2026-12-05T10:00:00.123456Z',
};

async function messageOf(given: Partial<typeof invitation> = {}) {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const mail = invitationMail({ ...invitation, ...given }, 'Debrief <no-reply@debrief.example>');
  const { message } = await composer.sendMail(mailMessage(mail));
  return readMessage(message.toString());
}

t.test('the mail says who invites, to which organization, where to accept and until when', async (t) => {
  const { headers, parts } = await messageOf();
  t.ok(headers.includes('From: Debrief <no-reply@debrief.example>'));
  t.ok(headers.includes('To: zoe@example.com'));
  t.ok(headers.includes('Subject: Ann Agent invites you to join Acme'));
  t.ok(headers.includes('Message-ID: <invitation-0199c000-0000-7000-8000-000000000001@debrief.example>'));
  t.equal(
    parts['text/plain']?.replaceAll('\r\n', '\n').trimEnd(),
    [
      'Hello Zoe,',
      'Ann Agent invites you to join Acme on Debrief.',
      'Accept the invitation: https://app.example.com/invitations/abc_-1',
      'The invitation can be accepted until 5 December 2026 at 10:00 UTC.',
      'If you do not know what this is about, you need not do anything.',
    ].join('\n\n'),
  );
  t.match(parts['text/html'], 'Ann Agent invites you to join Acme on Debrief.');
  t.match(parts['text/html'], '<a href="https://app.example.com/invitations/abc_-1">');
  t.match(parts['text/html'], '5 December 2026 at 10:00 UTC');
});

t.test('a name cannot add headers, lines or markup, nor change the text direction', async (t) => {
  const { headers, parts } = await messageOf({
    inviter_name: 'Ann\r\nBcc: eve@example.com\r\n\r\nPlease pay <b onclick="x">\u202enow',
    organization_name: "A&B 'Sons' <script>\u2028</script>",
    first_name: 'Zoe\nPS: your password?',
  });
  t.notMatch(headers, [/^Bcc/i]);
  t.equal(headers.filter((line) => /^(bcc|cc|to):/i.test(line)).length, 1);
  t.match(parts['text/plain'], /^Hello Zoe PS: your password\?,\r?\n/);
  t.match(
    parts['text/plain'],
    'Ann Bcc: eve@example.com Please pay <b onclick="x">now invites you to join A&B',
  );
  t.notMatch(parts['text/html'], /<script|<b /);
  t.match(parts['text/html'], 'A&amp;B &#39;Sons&#39; &lt;script&gt; &lt;/script&gt;');
});

t.test('letters of any script arrive, and a long name is cut', async (t) => {
  const { headers, parts } = await messageOf({
    inviter_name: 'Žofie 陳',
    organization_name: '🦊'.repeat(512),
  });
  t.match(parts['text/plain'], `Žofie 陳 invites you to join ${'🦊'.repeat(99)}… on Debrief.`);
  t.ok(headers.every((line) => /^[\x20-\x7e]*$/.test(line)));
});

t.test('without a name the greeting is a plain hello', async (t) => {
  const withoutName = { ...invitation, name: null, first_name: null };
  t.match(invitationMail(withoutName, 'a@b').text, /^Hello,\n/);
  t.match(invitationMail({ ...withoutName, name: 'Zoe Zimmer' }, 'a@b').text, /^Hello Zoe Zimmer,\n/);
});
