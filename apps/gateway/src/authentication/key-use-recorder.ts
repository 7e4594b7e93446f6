import type { SystemCaller } from '@debrief/contracts/caller';
import { recordKeyUse } from '@debrief/contracts/operations/directory-access';
import type { Messaging } from '@debrief/messaging/connection';
import { request } from '@debrief/messaging/request';
import type { Logger } from '@debrief/service-kit/run';

const FLUSH_INTERVAL_MS = 5_000;
const caller = { access: 'system', request_id: 'key-use' } satisfies SystemCaller;

export interface KeyUseRecorder {
  record(keyId: string): void;
  close(): Promise<void>;
}

/** Reports to directory how often each key was used and when last, in batches; losing one loses its count. */
export function startKeyUseRecorder(messaging: Messaging, log: Logger): KeyUseRecorder {
  let used = new Map<string, { uses: number; at: number }>();

  async function flush(): Promise<void> {
    const batch = used;
    used = new Map();
    const results = await Promise.allSettled(
      [...batch].map(([key_id, { uses, at }]) =>
        request(messaging, recordKeyUse, caller, { key_id, uses, used_at: new Date(at).toISOString() }),
      ),
    );
    const lost = results.filter((result) => result.status === 'rejected').length;
    if (lost > 0) log.warn({ lost }, 'the last use of keys could not be recorded');
  }

  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    record: (keyId) => {
      const { uses = 0 } = used.get(keyId) ?? {};
      used.set(keyId, { uses: uses + 1, at: Date.now() });
    },
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
