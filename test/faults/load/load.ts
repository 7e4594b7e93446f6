import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { BaseStack, Tenant } from '../stack/stack.ts';
import { Client } from './client.ts';
import type { End, LoadPlan, Planned } from './load-plan.ts';

const POLL_MS = 400;
const STATUSES = new Set(['QUEUED', 'DOWNLOADING', 'TRANSCRIBING', 'ANALYZING', 'COMPLETED', 'FAILED']);

export interface Recording {
  readonly tenant: Tenant;
  readonly recordingId: string;
  readonly end: End;
  readonly submittedAtMs: number;
  acceptedAtMs: number;
  callEventId: string | null;
  status: string;
  errorCode: string | null;
  endedAtMs: number | null;
  /** Of the finished analysis. */
  hash: string | null;
}

/** Submissions and polls of clients, and what came of each. */
export class Load {
  readonly client: Client;
  /** A browser with a session that is over: each page asks directory for it. */
  readonly browser: Client;
  readonly recordings: Recording[] = [];
  readonly #stack: BaseStack;
  readonly #plan: LoadPlan;
  readonly #random: Random;
  readonly #broken: Set<string>;
  /** Calls that may be not found. */
  readonly #removed = new Set<string | null>();
  readonly #stop = new AbortController();
  #isSubmitted: Promise<unknown> = Promise.resolve();

  constructor(o: {
    stack: BaseStack;
    plan: LoadPlan;
    random: Random;
    broken: Set<string>;
    hitsGateway: boolean;
    mayTimeOut: boolean;
    replyLimitMs: number;
  }) {
    this.#stack = o.stack;
    this.#plan = o.plan;
    this.#random = o.random;
    this.#broken = o.broken;
    const { stack, broken, hitsGateway: mayDisconnect, mayTimeOut, replyLimitMs } = o;
    const common = { broken, mayDisconnect, mayTimeOut, replyLimitMs };
    this.client = new Client({ baseUrl: stack.baseUrl, ...common });
    const headers = { cookie: `debrief-session=${'x'.repeat(43)}` };
    this.browser = new Client({ baseUrl: stack.consoleUrl, headers, ...common });
  }

  start(): void {
    const { recordings, overSeconds, tenants = this.#stack.tenants } = this.#plan;
    const momentsMs = recordings.map(() => this.#random.next() * overSeconds * 1000).sort((a, b) => a - b);
    this.#isSubmitted = Promise.all(
      recordings.map(async (planned, index) => {
        await sleep(momentsMs[index], undefined, { signal: this.#stop.signal });
        await this.submit(tenants[index % tenants.length] as Tenant, planned);
      }),
    ).catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.#broken.add(`the load ended: ${(error as Error).message}`);
    });
  }

  /** Submits until it is accepted, and polls from then on. */
  async submit(tenant: Tenant, { url, end }: Planned): Promise<Recording> {
    const recordingId = `recording-${randomUUID()}`;
    const recording: Recording = {
      ...{ tenant, recordingId, end, submittedAtMs: Date.now(), acceptedAtMs: 0, callEventId: null },
      ...{ status: 'QUEUED', errorCode: null, endedAtMs: null, hash: null },
    };
    this.recordings.push(recording);
    const ask = () => this.client.post(tenant, '/calls', submission(recordingId, url));
    const { status, body } = await this.client.insist(ask, this.#stop.signal);
    if (status !== 202) throw new Error(`a submission was answered ${status} ${JSON.stringify(body)}`);
    recording.callEventId = body.call_event_id;
    recording.acceptedAtMs = Date.now();
    void this.#poll(recording).catch(() => {});
    return recording;
  }

  /** Removes one by what is passed, and submits it again; its client follows the new call. */
  async submitAgain(recordingId: string, url: string, remove: () => Promise<unknown>): Promise<void> {
    const recording = this.recordings.find((one) => one.recordingId === recordingId);
    if (recording === undefined) throw new Error(`the load has no ${recordingId}`);
    this.#removed.add(recording.callEventId);
    await remove();
    const ask = () => this.client.post(recording.tenant, '/calls', submission(recordingId, url));
    const { body } = await this.client.insist(ask, this.#stop.signal);
    recording.callEventId = body.call_event_id;
  }

  /** Whether everything is accepted and has ended within the time. */
  async settles(withinMs: number, stop: AbortSignal): Promise<boolean> {
    const giveUpAtMs = Date.now() + withinMs;
    let isSubmitted = false;
    void this.#isSubmitted.then(() => {
      isSubmitted = true;
    });
    while (!isSubmitted || this.recordings.some(({ endedAtMs }) => endedAtMs === null)) {
      if (Date.now() > giveUpAtMs) return false;
      await sleep(100, undefined, { signal: stop });
    }
    return true;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Also after its end: what has ended stays as it is. */
  async #poll(recording: Recording): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const { callEventId } = recording;
      const answer = await this.client.get(recording.tenant, analysisPath(recording));
      if (answer?.status === 200) this.#follow(recording, answer.body);
      else if (answer?.status === 404 && !this.#removed.has(callEventId))
        this.#broken.add('I3: an accepted call is not found');
      const pauseMs = recording.endedAtMs === null ? POLL_MS : POLL_MS * 10;
      await sleep(pauseMs, undefined, { signal: this.#stop.signal });
    }
  }

  #follow(recording: Recording, body: { status: string; error?: { code: string } | null }): void {
    const { status } = body;
    if (!STATUSES.has(status)) this.#broken.add(`I4: an analysis has the status ${status}`);
    if (recording.endedAtMs !== null && status !== recording.status) {
      this.#broken.add(`I2: a recording went from ${recording.status} to ${status}`);
    }
    recording.status = status;
    if (status !== 'COMPLETED' && status !== 'FAILED') return;
    recording.endedAtMs ??= Date.now();
    recording.errorCode = body.error?.code ?? null;
    // Without instants, which move with the clock of the database.
    const said = JSON.stringify(body).replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '""');
    const hash = createHash('sha256').update(said).digest('hex');
    if (recording.hash !== null && recording.hash !== hash)
      this.#broken.add('I2: a finished analysis has changed');
    recording.hash = hash;
  }
}

export function callPath({ callEventId }: Recording): string {
  return `/calls/call_event_id:${callEventId}`;
}

export function analysisPath(recording: Recording): string {
  return `${callPath(recording)}/analysis`;
}

export function submission(recordingId: string, url: string): Record<string, unknown> {
  return {
    recording_id: recordingId,
    recording_url: url,
    duration_seconds: 2,
    ai_category: 'sales',
    external_user_id: 'agent-1',
    user_name: 'Ada Agent',
    user_email: 'ada@acme.example',
    external_contact_id: 'contact-1',
    contact_name: 'Carl Contact',
  };
}
