import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** How many mails came for an address. */
  count(email: string): number;
  stop(): Promise<void>;
}

export async function startMailServer(port: number): Promise<MailServer> {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    count: (email) => recipients.filter((one) => one === email).length,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
