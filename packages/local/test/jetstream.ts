import { connect } from 'node:net';

/** One JetStream API request over the bare protocol: this package has no NATS client. */
export function askJetStream(url: string, subject: string, body = ''): Promise<Record<string, unknown>> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      const [, reply] = /^MSG reply 1 +\d+\r\n(.*)\r\n/m.exec(received) ?? [];
      if (reply === undefined) return;
      socket.destroy();
      resolve(JSON.parse(reply));
    });
    socket.once('error', reject);
    socket.write(
      `CONNECT {"verbose":false}\r\nSUB reply 1\r\nPUB ${subject} reply ${body.length}\r\n${body}\r\n`,
    );
  });
}
