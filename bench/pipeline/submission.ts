import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES_MAX = 10;
const RETRY_MS = 500;

/** Posts all bodies over so many connections, each waiting for its answer. @throws unless all are answered 202. */
export async function sendLoad(o: {
  url: string;
  requests: readonly { key: string; body: string }[];
  connections: number;
  signal: AbortSignal;
}): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: o.connections });
  const remaining = o.requests.values();
  async function sendNext(): Promise<void> {
    for (const { key, body } of remaining) {
      o.signal.throwIfAborted();
      let status = await send(agent, o.url, key, body);
      // A machine that is busy with other things: the same recording_id is stored once.
      for (let tries = 1; (status === 503 || status === 504) && tries < TRIES_MAX; tries += 1) {
        await sleep(RETRY_MS, undefined, { signal: o.signal });
        status = await send(agent, o.url, key, body);
      }
      if (status !== 202) throw new Error(`a submission was answered with ${status}`);
    }
  }
  try {
    await Promise.all(Array.from({ length: o.connections }, sendNext));
  } finally {
    agent.destroy();
  }
}

function send(agent: Agent, url: string, key: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-api-key': key,
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** @returns the status of the answer. */
export async function post(url: string, key: string, body: object): Promise<number> {
  return send(new Agent(), url, key, JSON.stringify(body));
}

/** Of one of 20 agents and 200 contacts, which after the first round are known. */
export function submission(index: number) {
  const agent = `agent-${index % 20}`;
  return {
    recording_id: randomUUID(),
    recording_url: 'https://recordings.example/call.mp3',
    duration_seconds: 90,
    ai_category: 'sales',
    external_user_id: agent,
    user_name: 'David Miller',
    user_email: `${agent}@acme.example`,
    external_contact_id: `contact-${index % 200}`,
    contact_name: 'Susan Parker',
    incoming: false,
  };
}
