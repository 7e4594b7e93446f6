import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const API = '$JS.API.STREAM';

/** What every stream of JetStream holds, as text; asked for in NATS's own protocol, as any client of the bus could. */
export function readStreams(port: number): Promise<string[]> {
  return asking(port, async (ask) => {
    const { streams } = JSON.parse(await ask(`${API}.NAMES`, ''));
    const held: string[] = [];
    for (const stream of streams ?? []) {
      for (let seq = 1; ; ) {
        const question = JSON.stringify({ seq, next_by_subj: '>' });
        const { message } = JSON.parse(await ask(`${API}.MSG.GET.${stream}`, question));
        if (message === undefined) break;
        held.push(`${message.subject} ${Buffer.from(message.data ?? '', 'base64')}`);
        seq = message.seq + 1;
      }
    }
    return held;
  });
}

/** How far every stream is, and each of its consumers. */
export function readConsumers(port: number): Promise<unknown[]> {
  return asking(port, async (ask) => {
    const { streams } = JSON.parse(await ask(`${API}.NAMES`, ''));
    const found: unknown[] = [];
    for (const stream of streams ?? []) {
      const { state } = JSON.parse(await ask(`${API}.INFO.${stream}`, ''));
      const { consumers } = JSON.parse(await ask(`$JS.API.CONSUMER.LIST.${stream}`, ''));
      found.push({ stream, state, consumers });
    }
    return found;
  });
}

/** Whether JetStream says that it has stored the text. */
export function isStored(port: number, subject: string, text: string): Promise<boolean> {
  const acknowledgement = asking(port, (ask) => ask(subject, text));
  return acknowledgement.then(
    (json) => JSON.parse(json).error === undefined,
    () => false,
  );
}

/** A server that stands still takes connections, and answers nothing. */
const ANSWER_TIMEOUT_MS = 5_000;

type Ask = (subject: string, payload: string) => Promise<string>;

async function asking<R>(port: number, use: (ask: Ask) => Promise<R>): Promise<R> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('JetStream does not answer')));
  try {
    return await use(requester(socket));
  } finally {
    socket.destroy();
  }
}

/** One question after another; each answer is a message to the inbox. */
function requester(socket: Socket): Ask {
  let heard: Buffer = Buffer.alloc(0);
  const arrivals = socket[Symbol.asyncIterator]();
  socket.write('CONNECT {"verbose":false,"pedantic":false}\r\nSUB _INBOX.faults 1\r\n');
  return async (subject, payload) => {
    socket.write(`PUB ${subject} _INBOX.faults ${Buffer.byteLength(payload)}\r\n${payload}\r\n`);
    for (;;) {
      const head = /MSG _INBOX\.faults 1 (\d+)\r\n/.exec(heard.toString('latin1'));
      const begin = head === null ? 0 : head.index + head[0].length;
      const end = begin + Number(head?.[1] ?? 0);
      if (head !== null && heard.length >= end + 2) {
        const answer = heard.subarray(begin, end).toString();
        heard = heard.subarray(end + 2);
        return answer;
      }
      const { value, done } = await arrivals.next();
      if (done) throw new Error('NATS closed the connection');
      heard = Buffer.concat([heard, value]);
    }
  };
}
