import actions from '../lexicons/action-phrases.json' with { type: 'json' };
import type { Reading } from '../reading.ts';
import { spokenText } from '../text/document.ts';
import { capitalizeTimes } from '../times/capitalize-times.ts';
import type { Commitment } from './find-commitments.ts';

/** Two undertakings that share this much of their words are one, said twice. */
const SAME = 0.6;
const CALL_VERBS = new Set(['call', 'ring', 'phone', 'try', 'reach', 'calling', 'catch', 'give']);
const NOTING = new Set(['put', 'mark', 'write', 'note', 'add', 'make', 'get']);
/** Ways to say `call` that another promise makes plain. */
const VAGUE_CALL = /^(check in|check back|follow up|touch base|get back|circle back|reach out|try)\b/i;
const vagueObjects = new Set(actions.vague_objects);

/** Each undertaking once, in its fullest wording; a promise to call stands for the request to be called. */
export function distinctCommitments(items: readonly Commitment[]): Commitment[] {
  const kept: Commitment[] = [];
  for (const item of items) {
    if (item.content.size < 2 || isOwnNote(item)) continue;
    const same = kept.findIndex((other) => isSame(item, other));
    if (same < 0) kept.push(item);
    else if (isFuller(item, kept[same] as Commitment)) kept[same] = item;
  }
  return kept;
}

/**
 * `I'll prepare that today`, right after the contact asked for a proposal, promises the proposal: the request says
 * what, the promise when.
 */
export function namePromises(reading: Reading, items: readonly Commitment[]): Commitment[] {
  const named: Commitment[] = [];
  for (const item of items) {
    const request = named.findLast(({ kind }) => kind === 'request');
    const refersBack = item.kind === 'promise' && isVague(reading, item);
    if (refersBack && request !== undefined && item.unit.turn === request.unit.turn + 1) {
      const { document, times } = reading;
      const time = times.in(item.unit)[0];
      const when = time === undefined ? '' : ` ${capitalizeTimes(spokenText(document, time.from, time.to))}`;
      named[named.indexOf(request)] = {
        ...request,
        text: request.text.endsWith(when) ? request.text : request.text + when,
        quotes: [...item.quotes, ...request.quotes],
      };
    } else named.push(item);
  }
  return named;
}

export function isCall({ verb, text }: Commitment): boolean {
  return CALL_VERBS.has(verb) && /\b(call|try|reach|ring|phone)\b/i.test(text);
}

/** Nothing but `it`, `that` or `this`, and perhaps a time, after the verb. */
function isVague({ document, times }: Reading, { unit, text, content, verb }: Commitment): boolean {
  if (!text.split(' ').some((word) => vagueObjects.has(word))) return false;
  const timeWords = new Set(
    times.in(unit).flatMap(({ from, to }) => document.words.slice(from, to).map(({ lemma }) => lemma)),
  );
  return [...content].filter((lemma) => lemma !== verb && !timeWords.has(lemma)).length <= 1;
}

function isSame(item: Commitment, other: Commitment): boolean {
  if (callsBack(item) && callsBack(other)) {
    if (item.kind !== other.kind || VAGUE_CALL.test(item.text) || VAGUE_CALL.test(other.text)) return true;
  }
  let shared = 0;
  for (const lemma of item.content) if (other.content.has(lemma)) shared += 1;
  return shared / Math.min(item.content.size, other.content.size) >= SAME;
}

/** `I'll put it in my calendar` is said to be polite, and done by the end of the call. */
function isOwnNote({ content, verb }: Commitment): boolean {
  return NOTING.has(verb) && actions.own_calendar.some((word) => content.has(word));
}

function callsBack({ verb, text }: Commitment): boolean {
  return CALL_VERBS.has(verb) || VAGUE_CALL.test(text);
}

function isFuller(item: Commitment, other: Commitment): boolean {
  if (item.kind !== other.kind) return item.kind === 'promise';
  if (VAGUE_CALL.test(other.text) !== VAGUE_CALL.test(item.text)) return VAGUE_CALL.test(other.text);
  return item.content.size > other.content.size;
}
