import type { CallFacts, Task } from '../facts/call-facts.ts';
import { isTakenBack } from '../facts/in-its-turn.ts';
import { namesOthers } from '../facts/readable-quotes.ts';
import { dayName, timeNamed } from '../facts/wording.ts';

const MOST = 2;
const LEAST_WORDS = 3;
/** What an agent does for a contact after a call, in words that need no explaining. */
const DOES =
  /^(?:send|bring|mail|e-?mail|text|write|draft|prepare|print|book|order|check|find|ask|forward|post|deliver|drop|call|ring|phone|come up with|come with|schedule)\b/i;
/** `Bring it`, `your direct number`: who was not there knows neither. */
const POINTS =
  /\b(?:it|that|this|these|those|them|they|their|him|her|his|she|he|you|your|there|one|ones|whoever|somethin['’]?|something|the (?:boy|girl|guys?|man|men|woman|lady|kid|office|other))\b|“/i;
const IS_STEP = /^(?:call|ring|phone|visit|meet|see)\b/i;
const HAS_TIME = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight)\b/i;

/** `Call Wendy back on Monday at four thirty`: the next step itself. */
export function stepTask(call: CallFacts): Task | undefined {
  return call.promises.find(({ text }) => IS_STEP.test(text) && HAS_TIME.test(text) && readsAlone(text));
}

/** `four thirty in the afternoon` */
export function hourOf({ text }: Task): string | undefined {
  return / at ([\w ]+)$/.exec(text)?.[1];
}

/** What the agent promised beside the step, as the analysis says it in its own words: `send Rob the new number in writing`. */
export function tasksBeside(call: CallFacts, { hasTime }: { hasTime: boolean }): string[] {
  const known = [call.agent, call.contact];
  return (
    call.promises
      .filter(({ text, quotes }) => readsAlone(text) && !quotes.some((quote) => isTakenBack(call, quote)))
      .filter(({ text }) => !namesOthers({ quote: text }, known))
      // The step is told with its time.
      .filter(({ text }) => !(hasTime && IS_STEP.test(text)))
      .slice(0, MOST)
      .map((task) => `${task.text.charAt(0).toLowerCase()}${inTime(call, task).slice(1)}`)
  );
}

function readsAlone(text: string): boolean {
  return DOES.test(text) && !POINTS.test(text) && text.split(/\s+/).length >= LEAST_WORDS;
}

/** Read a week later, `tomorrow` is another day. */
function inTime({ occurred_at }: CallFacts, { text, date }: Task): string {
  const next = date === undefined ? 'the next day' : `on ${dayName(date)}`;
  const told = date === undefined || /\btomorrow\b/i.test(text) ? text : timeNamed(text, date);
  return told
    .replace(/\btomorrow (noon|morning|afternoon|evening)\b/i, `$1 ${next}`)
    .replace(/\btomorrow\b/i, next)
    .replace(/\bthis (morning|afternoon|evening)\b/i, `the $1 of ${dayName(occurred_at)}`)
    .replace(/\btonight\b/i, `in the evening of ${dayName(occurred_at)}`)
    .replace(/\btoday\b/i, `on ${dayName(occurred_at)}`);
}
