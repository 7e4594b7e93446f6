import type { CallFacts } from './call-facts.ts';
import { exchangesOf } from './exchanges-of.ts';
import { settledTime } from './settled-time.ts';
import { LEAST_CALLS } from './summarize-criteria.ts';

/** After these nobody expects a day. */
const OVER = new Set([
  ...['sale_made', 'not_interested', 'do_not_contact', 'not_qualified'],
  ...['wrong_number', 'left_voicemail', 'no_conversation', 'gatekeeper'],
]);
const LEAST_OPEN = 2;

function isOpen({ outcomes }: CallFacts): boolean {
  return outcomes.length > 0 && !outcomes.some((outcome) => OVER.has(outcome));
}

/** Whether a day for the next step was heard. */
function hasDay(call: CallFacts): boolean {
  return (
    call.agreed != null ||
    call.doubted != null ||
    exchangesOf(call, 'arrangement').some(
      (one) => settledTime(one, call.occurred_at.slice(0, 10)) !== null || (one.days?.length ?? 0) > 1,
    )
  );
}

/** Whether of several calls, of which some were left open, none has a day. */
export function isWithoutDay(calls: readonly CallFacts[]): boolean {
  return calls.length >= LEAST_CALLS && calls.filter(isOpen).length >= LEAST_OPEN && !calls.some(hasDay);
}

/** Whether a criterion may be called a strength: the next step only where at least half of the open calls have a day. */
export function mayBeStrength({ id }: { readonly id: string }, calls: readonly CallFacts[]): boolean {
  if (id !== 'next_step') return true;
  const open = calls.filter(isOpen);
  return 2 * open.filter(hasDay).length >= open.length;
}

const REACHED = new Set(['appointment_set', 'sale_made', 'next_step_agreed']);

/** Whether what was proposed came to something. */
export function reachesStep({ outcomes }: CallFacts): boolean {
  return outcomes.some((outcome) => REACHED.has(outcome));
}
