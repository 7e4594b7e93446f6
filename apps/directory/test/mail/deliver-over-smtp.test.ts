import { createServer, type Socket } from 'node:net';
import t from 'tap';
import { deliverOverSmtp } from '../../src/mail/deliver-over-smtp.ts';
import { MailRefused } from '../../src/mail/mail-message.ts';
import { mailServer } from '../fixtures/mail-server.ts';

const server = await mailServer(t);
const mail = {
  kind: 'invitation' as const,
  id: '0199c000-0000-7000-8000-000000000001',
  from: 'Debrief <no-reply@debrief.example>',
  to: 'zoe@example.com',
  subject: 'Come',
  text: 'Come\n',
  html: '<p>Come</p>\n',
};

function failureOf(url: string): Promise<Error> {
  return deliverOverSmtp(url)(mail).then(
    () => t.fail('it was sent') as never,
    (error: Error) => error,
  );
}

t.test('a mail is sent with the credentials of the URL', async (t) => {
  await deliverOverSmtp(server.url)(mail);
  t.match(server.received, [{ from: 'no-reply@debrief.example', to: ['zoe@example.com'], user: 'debrief' }]);
});

t.test('only a permanent refusal is MailRefused, and no error contains the address', async (t) => {
  server.refuseWith = 550;
  const permanent = await failureOf(server.url);
  t.ok(permanent instanceof MailRefused);
  t.match(permanent.message, '550');
  server.refuseWith = 451;
  const passing = await failureOf(server.url);
  t.notOk(passing instanceof MailRefused);
  t.match(passing.message, '451');
  for (const error of [permanent, passing]) {
    t.notMatch(error.stack, 'zoe');
    t.equal(error.cause, undefined);
  }
  server.refuseWith = null;
});

t.test(
  'refused credentials and an unreachable server are not MailRefused, because they can be corrected',
  async (t) => {
    const refused = await failureOf(server.url.replace('p%40ss', 'wrong'));
    t.notOk(refused instanceof MailRefused);
    t.match(refused.message, '535');
    await server.away();
    const away = await failureOf(server.url);
    t.notOk(away instanceof MailRefused);
    await server.back();
  },
);

t.test('a password is not sent to another machine unencrypted', async (t) => {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const plain = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      heard.push(data.toString());
      socket.write(data.toString().startsWith('EHLO') ? '250-plain\r\n250 AUTH PLAIN\r\n' : '502 no\r\n');
    });
    socket.write('220 plain ESMTP\r\n');
  });
  // All of 127/8 is this machine, but only 127.0.0.1 is taken for it.
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.2', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    plain.close();
  });
  const { port } = plain.address() as { port: number };
  t.match((await failureOf(`smtp://debrief:secret@127.0.0.2:${port}`)).message, /ETLS|502/);
  t.notMatch(heard.join(''), /AUTH/);
});
