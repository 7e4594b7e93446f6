import type { Outcome } from '../dispositions/outcome.ts';
import type { Claim } from '../evidence/claim.ts';
import type { Reading } from '../reading.ts';
import { capitalizeTimes } from '../times/capitalize-times.ts';
import type { Commitment } from './find-commitments.ts';

export interface ActionItems {
  primary: readonly Claim[];
  secondary: readonly Claim[];
}

const MOST = 10;
/** Two promises that share this much of their words are one promise said twice. */
const SAME = 0.6;
const CALL_VERBS = new Set(['call', 'ring', 'phone', 'try', 'reach', 'calling', 'catch', 'give']);

/**
 * Primary: the appointment or call agreed on and what the agent promised. Secondary: what the contact undertook and
 * what others on the agent's side will do. A machine's greeting undertakes nothing.
 */
export function actionItems(reading: Reading, outcome: Outcome): ActionItems {
  const { commitments, people } = reading;
  if (outcome.code === 'no_conversation') return { primary: [], secondary: [] };
  const machine = outcome.code === 'left_voicemail';
  const own = commitments.filter(({ kind }) => kind === 'promise' || kind === 'request');
  const promised = distinct(
    own.filter((item) => outcome.code !== 'not_interested' || item.kind === 'promise'),
  );
  const calls = promised.some(
    ({ verb, text }) => CALL_VERBS.has(verb) && /\b(call|try|reach|ring|phone)\b/i.test(text),
  );
  const primary: Claim[] = [];
  const when = outcome.when === null ? null : capitalizeTimes(outcome.when);
  if (outcome.code === 'appointment_set') {
    primary.push({ text: `Keep the appointment with ${people.contact}: ${when}`, quotes: outcome.quotes });
  } else if (outcome.code === 'callback_requested' && !calls) {
    primary.push({
      text: `Call ${people.contact} back${when === null ? '' : ` ${when}`}`,
      quotes: outcome.quotes,
    });
  }
  primary.push(...promised);
  const others = commitments.filter(
    ({ kind, unit }) => kind === 'others' || (kind === 'contact' && !(machine && unit.role === 'contact')),
  );
  return { primary: primary.slice(0, MOST), secondary: distinct(others).slice(0, MOST) };
}

/** Each undertaking once, in its fullest wording; a promise to call stands for the request to be called. */
function distinct(items: readonly Commitment[]): Commitment[] {
  const kept: Commitment[] = [];
  for (const item of items) {
    if (item.content.size < 2) continue;
    const same = kept.findIndex((other) => isSame(item, other));
    if (same < 0) kept.push(item);
    else if (isFuller(item, kept[same] as Commitment)) kept[same] = item;
  }
  return kept;
}

function isSame(item: Commitment, other: Commitment): boolean {
  if (item.kind !== other.kind && CALL_VERBS.has(item.verb) && CALL_VERBS.has(other.verb)) return true;
  let shared = 0;
  for (const lemma of item.content) if (other.content.has(lemma)) shared += 1;
  return shared / Math.min(item.content.size, other.content.size) >= SAME;
}

function isFuller(item: Commitment, other: Commitment): boolean {
  if (item.kind !== other.kind) return item.kind === 'promise';
  return item.content.size > other.content.size;
}
