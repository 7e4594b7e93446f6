import type { RequestOptions } from '@debrief/messaging/request';

/** Every reply is due within 10 s, of which verifying the key may have taken 3. */
const REPLY_BUDGET_MS = 6_000;

export type Budget = () => RequestOptions;

/** For a reply that takes several requests: what is left of its time, for each of them. */
export function replyBudget(): Budget {
  const endMs = performance.now() + REPLY_BUDGET_MS;
  return () => ({ timeoutMs: Math.max(1, endMs - performance.now()) });
}
