import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What one request was answered with. Times are from the moment at which it was due to be sent. */
export interface Answer {
  /** Since the first. */
  readonly dueMs: number;
  readonly tookMs: number;
  /** 0 where the connection broke. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

interface Request {
  readonly text: string;
  answered(status: number, hasRetryAfter: boolean): void;
}

/** One request at a time. */
interface Connection {
  send(request: Request): void;
  end(): void;
}

const TICK_MS = 5;
/** A gateway takes 4,096 by default. What is due when all are busy waits, and its time with it. */
const CONNECTIONS_MAX = 4_000;
const HEAD_END = '\r\n\r\n';

/**
 * Sends so many requests a second, however long the answers take, over connections that it keeps: each request over the
 * first that is free, and where none is, another one is opened besides, as Go's client does. Plain sockets: the HTTP client
 * of Node.js takes longer for a request than the gateway for a refusal, and requests waited for it.
 */
export async function sendSteadily(o: {
  url: string;
  headers: Readonly<Record<string, string>>;
  bodyOf: (number: number) => string;
  perSecond: number;
  seconds: number;
  signal: AbortSignal;
}): Promise<Answer[]> {
  const { hostname, port, pathname, host } = new URL(o.url);
  const headers = Object.entries({ host, ...o.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${pathname} HTTP/1.1\r\n${headers.join('')}`;
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: Request[] = [];
  let dialling = 0;

  function send(request: Request): void {
    const connection = idle.pop();
    if (connection === undefined) waiting.push(request);
    else connection.send(request);
    if (waiting.length > dialling && open.size < CONNECTIONS_MAX) dial();
  }
  function dial(): void {
    dialling += 1;
    let isOpen = false;
    function endDialling(): void {
      if (!isOpen) dialling -= 1;
      isOpen = true;
    }
    const connection = openConnection({
      ...{ port: Number(port), host: hostname },
      onIdle() {
        endDialling();
        const next = waiting.shift();
        if (next === undefined) idle.push(connection);
        else connection.send(next);
      },
      onBroken() {
        endDialling();
        open.delete(connection);
        const index = idle.indexOf(connection);
        if (index >= 0) idle.splice(index, 1);
        if (waiting.length > dialling) dial();
      },
    });
    open.add(connection);
  }

  const startedAt = performance.now();
  const answers: Promise<Answer>[] = [];
  const total = Math.round(o.perSecond * o.seconds);
  while (answers.length < total) {
    const elapsedMs = performance.now() - startedAt;
    for (let next = answers.length; next < total; next = answers.length) {
      const dueMs = (next * 1_000) / o.perSecond;
      if (dueMs > elapsedMs) break;
      const body = o.bodyOf(next);
      const text = `${head}content-length: ${Buffer.byteLength(body)}${HEAD_END}${body}`;
      const { promise, resolve } = Promise.withResolvers<Answer>();
      answers.push(promise);
      send({
        text,
        answered: (status, hasRetryAfter) =>
          resolve({ dueMs, tookMs: performance.now() - startedAt - dueMs, status, hasRetryAfter }),
      });
    }
    await sleep(TICK_MS, undefined, { signal: o.signal });
  }
  const all = await Promise.all(answers);
  for (const connection of open) connection.end();
  return all;
}

function openConnection(o: { host: string; port: number; onIdle(): void; onBroken(): void }): Connection {
  const socket = connect({ host: o.host, port: o.port, noDelay: true }, o.onIdle);
  let request: Request | undefined;
  let received = '';
  function answered(status: number, hasRetryAfter: boolean): void {
    request?.answered(status, hasRetryAfter);
    request = undefined;
  }
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    const bodyAt = received.indexOf(HEAD_END) + HEAD_END.length;
    if (bodyAt < HEAD_END.length) return;
    const head = received.slice(0, bodyAt);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`an answer without a length: ${head}`);
    if (received.length < bodyAt + Number(length)) return;
    received = '';
    answered(Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), /\r\nretry-after: /i.test(head));
    if (!/\r\nconnection: close/i.test(head)) o.onIdle();
  });
  // What was sent over it is counted as broken; an error only says why.
  socket.on('error', () => {});
  socket.on('close', () => {
    answered(0, false);
    o.onBroken();
  });
  return {
    send(next) {
      request = next;
      socket.write(next.text);
    },
    end: () => socket.destroy(),
  };
}
