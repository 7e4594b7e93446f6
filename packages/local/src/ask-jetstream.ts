import { connect } from 'node:net';

export interface AskOptions {
  body?: string;
  /** Of a server that lets nobody else in. */
  credentials?: { user: string; pass: string };
  timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;

/** One JetStream API request over the bare protocol: this package has no NATS client. @throws when nothing answers in time. */
export function askJetStream(
  url: string,
  subject: string,
  { body = '', credentials, timeoutMs = TIMEOUT_MS }: AskOptions = {},
): Promise<Record<string, unknown>> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(new Error('JetStream did not answer')), timeoutMs);
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      const [, reply] = /^MSG _INBOX\.local 1 +\d+\r\n(.*)\r\n/m.exec(received) ?? [];
      if (reply === undefined) return;
      resolve(JSON.parse(reply));
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      reject(new Error('NATS closed the connection'));
    });
    socket.write(
      `CONNECT ${JSON.stringify({ verbose: false, ...credentials })}\r\nSUB _INBOX.local 1\r\nPUB ${subject} _INBOX.local ${Buffer.byteLength(body)}\r\n${body}\r\n`,
    );
  });
}
