import { connect } from 'node:net';
import type { ObservedReply } from './contract.ts';

/** Writes bytes that no HTTP client would, and reads what comes back until the server closes. */
export async function sendRaw(baseUrl: string, lines: string | Buffer): Promise<ObservedReply> {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(lines));
    let read = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no end of: ${read}`)));
    socket.on('data', (chunk) => {
      read += chunk.toString();
    });
    // A server that refuses early closes before everything is written; what it said counts.
    socket.on('error', (error) => (read === '' ? reject(error) : resolve(read)));
    socket.on('close', () => resolve(read));
  });
  const end = answer.indexOf('\r\n\r\n');
  const [status = '', ...headers] = answer.slice(0, end).split('\r\n');
  const named = headers.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(status.split(' ')[1]),
    headers: new Headers(named),
    text: bodyOf(answer.slice(end + 4)),
  };
}

/** Errors are one JSON object, also where they come in chunks. */
function bodyOf(text: string): string {
  return text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
}
