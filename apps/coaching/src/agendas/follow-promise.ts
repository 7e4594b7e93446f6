import type { IndicatorName } from '../engines/findings/rating/indicator-names.ts';
import type { SpeechCount } from '../engines/findings/speech/speech.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { counted } from '../facts/wording.ts';
import { doneIn, toldDone } from './done-in.ts';
import type { Thing } from './past-of.ts';

/** What a promise may be about, by words of it; the first that fits. */
const subjects: readonly (readonly [RegExp, readonly [IndicatorName, ...IndicatorName[]]])[] = [
  [/\b(?:costs?|prices?|figures?|a range|ballpark|how much)\b/i, ['answered_price']],
  [
    /\b(?:interrupt|talk over|wait|let (?:them|people|\w+) finish|finish(?:ed)? (?:speaking|talking))\b/i,
    ['let_contact_finish'],
  ],
  [
    /\b(?:objections?|objects?|worr(?:y|ies|ied)|hesitat\w*|concerns?|push(?:es)? back|acknowledge)\b/i,
    ['acknowledged_objections', 'explored_objections'],
  ],
  [/\b(?:good (?:time|moment)|whether it suits|bad time|busy)\b/i, ['asked_permission']],
  [/\b(?:repeat|confirm)\b.*\b(?:time|day|date|hour|agreed|appointment)\b/i, ['repeated_agreement']],
  [/\b(?:who (?:else )?decides|decision|decider|husband|wife|partner|boss)\b/i, ['involved_decider']],
  [/\b(?:next step|appointment|a day and|date|calendar|a time)\b/i, ['proposed_next_step', 'fixed_time']],
  [/\b(?:pressure|push(?:ing|y)?|hurry|no for a no|let go)\b/i, ['stayed_fair', 'respected_no']],
  [
    /\b(?:present|presenting|presentation|pitch\w*|offer|talk less|shorter)\b/i,
    ['kept_offer_short', 'asked_first'],
  ],
  [/\b(?:listen\w*|say back|sum up|recap|heard|understood)\b/i, ['showed_understanding', 'recapped']],
  [/\b(?:questions?|ask|asking)\b/i, ['asked_open_questions', 'followed_up']],
  [/\b(?:my name|introduce|who I am)\b/i, ['introduced_self']],
];

type Sum = (count: SpeechCount) => number;

/** What was heard in this period, and before. */
const heard: Readonly<Partial<Record<IndicatorName, (now: Sum, before: Sum, when: string) => string>>> = {
  asked_open_questions: (now, before, when) =>
    now('open_questions') === 0
      ? `Hardly an open question was heard, after about ${before('open_questions')} in the ${when} before.`
      : `You asked about ${counted(now('open_questions'), 'open question')} in all, after about ${before('open_questions')} in the ${when} before.`,
  acknowledged_objections: (now, before, when) =>
    `You acknowledged or asked about at least ${counted(now('objections_taken_up'), 'objection')}, ${before('objections_taken_up') === 0 ? `and none is known of the ${when} before` : `after at least ${before('objections_taken_up')} in the ${when} before`}.`,
  showed_understanding: (now, before, when) =>
    `You gave about ${counted(now('acknowledgements'), 'sign')} that you heard what was said, after about ${before('acknowledgements')} in the ${when} before.`,
  kept_offer_short: (now, before, when) =>
    `You presented the offer in about ${counted(now('pitches'), 'sentence')}, after about ${before('pitches')} in the ${when} before.`,
  proposed_next_step: (now, before, when) =>
    `You made about ${counted(now('proposals'), 'proposal')} of a time, a step or a purchase, after about ${before('proposals')} in the ${when} before.`,
};

/**
 * What the numbers say of a promise: in which calls the thing was done, and how often it was heard. The words of the promise
 * tell what it is about; where they tell nothing that is counted, that is said.
 * @param told What the follow-up says already.
 * @param when The period before, as in `in the week before`.
 */
export function followPromise(
  promise: string,
  { calls, callsBefore }: { calls: readonly CallFacts[]; callsBefore: readonly CallFacts[] },
  told: string,
  when: string,
): string {
  const about = subjects.find(([words]) => words.test(promise))?.[1];
  if (about === undefined) return 'What you promised is not among what is counted: say how it went.';
  const done = about.flatMap((indicator) => doneSentence(indicator, calls, callsBefore, when)).slice(0, 1);
  const sentences = [
    // The same calls, with or without the days.
    ...done.filter((one) => !told.includes(one.split(/ \(|,|;|\.$/)[0] ?? one)),
    ...countedSentence(about[0], calls, callsBefore, when),
  ];
  return sentences.length > 0 || done.length > 0
    ? sentences.join(' ')
    : 'The calls do not show clearly whether you kept it: say how it went.';
}

function doneSentence(
  indicator: IndicatorName,
  calls: readonly CallFacts[],
  callsBefore: readonly CallFacts[],
  when: string,
): string[] {
  const thing = thingOf(indicator, [...callsBefore, ...calls]);
  if (thing === undefined) return [];
  const told = toldDone(thing, doneIn(calls, indicator), doneIn(callsBefore, indicator), when);
  return told === '' ? [] : [told];
}

/** As a rubric that judged one of the calls says it. */
export function thingOf(wanted: string, calls: readonly CallFacts[]): Thing | undefined {
  const all = calls.flatMap(({ criteria }) => criteria);
  const phrase = all.flatMap(({ missed }) => missed).findLast(({ indicator }) => indicator === wanted)?.text;
  const did = all.flatMap(({ quotes }) => quotes).findLast(({ indicator }) => indicator === wanted)?.did;
  return phrase === undefined && did === undefined ? undefined : { phrase, did };
}

/** How often a thing was heard now and before, of those that are counted. */
export function countedSentence(
  indicator: string,
  calls: readonly CallFacts[],
  callsBefore: readonly CallFacts[],
  when: string,
): string[] {
  const isCounted = (some: readonly CallFacts[]) => some.some(({ speech }) => speech != null);
  const told = heard[indicator as IndicatorName];
  if (told === undefined || !isCounted(calls) || !isCounted(callsBefore)) return [];
  return [told(sumOf(calls), sumOf(callsBefore), when)];
}

function sumOf(calls: readonly CallFacts[]): Sum {
  return (count) => Math.round(calls.reduce((sum, { speech }) => sum + (speech?.[count] ?? 0), 0));
}
