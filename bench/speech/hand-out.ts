import type { OutputOf } from '@debrief/contracts/define';
import { claimWork, finishWork, releaseWork, renewWork } from '@debrief/contracts/operations/ingest-work';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { fakeRecordingContext } from '@debrief/contracts/testing';
import { connect } from '@debrief/messaging/connection';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import { serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import type { LabelledCall } from './labelled-call.ts';

/** How a recording ended. */
export interface Heard {
  transcript: Transcript | null;
  /** Code of the failure. */
  failure: string | null;
  /** From the moment the worker was given it. */
  seconds: number;
}

const LEASE_SECONDS = 120;
const DEADLINE_SECONDS = 12 * 3600;

/** What ingest is to a worker, for one recording at a time. */
export async function handOut(natsUrl: string, stops: AsyncDisposableStack) {
  const log = createLogger({ name: 'ingest', level: 'silent' });
  const messaging = await connect({ url: natsUrl, name: 'ingest', log });
  stops.defer(() => messaging.close());
  let due: Current | null = null;
  let held: Current | null = null;

  function end(heard: Omit<Heard, 'seconds'>): void {
    held?.end({ ...heard, seconds: (performance.now() - held.startedAt) / 1000 });
    held = null;
  }

  const service = await serve(messaging, {
    service: 'ingest',
    version: '1.0.0',
    handlers: [
      handleWrite(claimWork, async ({ input: { places } }) => {
        if (due === null || places === 0) return { ok: { work: [] } };
        held = due;
        due = null;
        held.startedAt = performance.now();
        return { ok: { work: [held.work] } };
      }),
      handleWrite(renewWork, async ({ input: { progress } }) => {
        held?.onProgress(progress);
        return { ok: { held: held !== null } };
      }),
      handleWrite(finishWork, async ({ input: { part, parts, data } }) => {
        if (held === null) return { ok: { held: false } };
        held.parts[part] = data;
        if (Object.keys(held.parts).length === parts) {
          end({ transcript: JSON.parse(held.parts.join('')) as Transcript, failure: null });
        }
        return { ok: { held: true } };
      }),
      handleEach(releaseWork, async ({ input: { error, outcome } }) => {
        end({ transcript: null, failure: error?.code ?? outcome });
        return { ok: { held: true } };
      }),
    ],
  });
  stops.defer(() => service.close());

  return {
    /** Gives the worker a recording, and waits until it is done with it. */
    hear(
      call: Pick<LabelledCall, 'agent' | 'contact' | 'incoming'>,
      url: string,
      o: { signal: AbortSignal; onProgress: (percent: number) => void },
    ): Promise<Heard> {
      const { agent: user_name, contact: contact_name, incoming } = call;
      const created_date = new Date().toISOString();
      const recording = fakeRecordingContext({ user_name, contact_name, incoming, created_date });
      const { promise, resolve, reject } = Promise.withResolvers<Heard>();
      const onAbort = () => reject(o.signal.reason);
      o.signal.addEventListener('abort', onAbort, { once: true });
      due = {
        work: {
          ...{ recording, recording_url: url, queued_at: created_date, alone: false },
          ...{ removes_card_numbers: false, allowed_hosts: null },
          ...{ lease_seconds: LEASE_SECONDS, deadline_seconds: DEADLINE_SECONDS },
        },
        ...{ parts: [], startedAt: 0, onProgress: o.onProgress, end: resolve },
      };
      return promise.finally(() => o.signal.removeEventListener('abort', onAbort));
    },
  };
}

interface Current {
  work: OutputOf<typeof claimWork>['work'][number];
  parts: string[];
  startedAt: number;
  onProgress: (percent: number) => void;
  end: (heard: Heard) => void;
}
