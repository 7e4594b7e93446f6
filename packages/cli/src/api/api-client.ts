import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf } from '@debrief/contracts/define';
import type { getTranscript } from '@debrief/contracts/operations/ingest';
import type { RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import type { CreateCall, SubmissionAcknowledgement } from '@debrief/contracts/resources/submission';
import { CommandError } from '../command-error.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 300;
/** A restarting gateway is back within this time. */
const PATIENCE_MS = 30_000;

export type PublicTranscript = OutputOf<typeof getTranscript>;

/** The public REST API, as any client system uses it. */
export class ApiClient {
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  submitCall(body: CreateCall): Promise<SubmissionAcknowledgement> {
    return this.#request('POST', '/calls', body);
  }

  getAnalysis(callEventId: string): Promise<RecordingAnalysis> {
    return this.#request('GET', `/calls/call_event_id:${callEventId}/analysis`);
  }

  getTranscript(callEventId: string): Promise<PublicTranscript> {
    return this.#request('GET', `/calls/call_event_id:${callEventId}/transcript`);
  }

  /** Polls until the recording is COMPLETED or FAILED, and reports every answer on the way. */
  async awaitAnalysis(
    callEventId: string,
    onAnswer: (analysis: RecordingAnalysis) => void,
    signal?: AbortSignal,
  ): Promise<RecordingAnalysis> {
    for (;;) {
      const analysis = await this.getAnalysis(callEventId);
      onAnswer(analysis);
      if (analysis.status === 'COMPLETED' || analysis.status === 'FAILED') return analysis;
      await sleep(POLL_INTERVAL_MS, undefined, signal === undefined ? {} : { signal });
    }
  }

  async #request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const response = await this.#send(method, path, body);
      if (response?.ok) return (await response.json()) as T;
      const isTransient = response === null || response.status === 503 || response.status === 504;
      if (!isTransient || Date.now() > deadline) throw await this.#refusal(response);
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /** @returns null when nothing answered. */
  async #send(method: string, path: string, body: unknown): Promise<Response | null> {
    try {
      return await fetch(this.#baseUrl + path, {
        method,
        headers: {
          'x-api-key': this.#key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch {
      return null;
    }
  }

  async #refusal(response: Response | null): Promise<CommandError> {
    if (response === null)
      return new CommandError(
        `${this.#baseUrl} does not answer. Is Debrief running? Start it with: npm start`,
      );
    const { message } = (await response.json().catch(() => ({}))) as { message?: string | string[] };
    return new CommandError([message ?? `HTTP ${response.status}`].flat().join('; '));
  }
}
