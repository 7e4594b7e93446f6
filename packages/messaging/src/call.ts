import type { Reply } from './frames.ts';

/** One request on its way. Whichever of its tries is answered first counts. Times are by performance.now(). */
export interface Call {
  /** The request line, without the line break. */
  readonly line: string;
  readonly bytes: number;
  readonly deadline: number;
  /** How long the first try may stay silent before there is a second; null when a second could do harm. */
  readonly firstTryMs: number | null;
  /** Since when it waits to be sent, the last time. */
  waitingSince: number;
  retried: boolean;
  settled: boolean;
  readonly answer: (reply: Reply) => void;
  readonly fail: (error: Error) => void;
}

export function answerCall(call: Call, reply: Reply): void {
  if (call.settled) return;
  call.settled = true;
  call.answer(reply);
}

export function failCall(call: Call, error: Error): void {
  if (call.settled) return;
  call.settled = true;
  call.fail(error);
}
