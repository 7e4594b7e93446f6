import type { Act } from '../../conversation/acts.ts';
import { chance, type Stretch } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
import { findTimes } from '../times/find-times.ts';
import {
  agentStretches,
  contactStretches,
  heard,
  heardTimes,
  type Indicator,
  missing,
  noOccasion,
  plainly,
  unclear,
} from './indicator.ts';

export const agreed = new Set<OutcomeCode>([
  ...(['appointment_set', 'sale_made', 'callback_requested', 'next_step_agreed'] as const),
]);
/** From here on nobody doubts how a call ended. */
const SURE_END = 0.7;

const proposing: readonly Act[] = ['propose_time', 'propose_step', 'counter_time'];

const refused = new Set<OutcomeCode>(['not_interested', 'do_not_contact', 'not_qualified']);

/** Against a no there is nothing to propose, and what was proposed before it earns nothing. */
export const proposedNextStep: Indicator = ({ conversation, outcome }) => {
  if (refused.has(outcome.code)) return noOccasion;
  const acts = [...proposing, 'ask_sale', 'promise'] as const;
  const found = heardTimes(agentStretches(conversation), { acts, from: 0.7, below: 0.05 });
  // Where nobody knows how it ended, only what is plainly one counts.
  // The last that was proposed, which is what stood, where one was corrected.
  const plain = plainly(found.plain, proposing).toSorted((a, b) => b.index - a.index);
  if (outcome.code === 'unclear' && plain.length === 0) return unclear;
  // A promise may be of something else.
  return { ...found, plain };
};

export const agreedNextStep: Indicator = ({ conversation, outcome }) => {
  if (outcome.code === 'unclear') return unclear;
  const shown = outcome.stretches.flatMap((index) => conversation.stretches[index] ?? []).slice(0, 2);
  if (agreed.has(outcome.code)) return heard(shown, shown);
  return outcome.probability >= SURE_END ? missing : unclear;
};

/** What was agreed has a day and an hour. */
export const fixedTime: Indicator = ({ conversation, agreements, outcome }) => {
  const agreement = agreements.at(-1);
  if (agreement === undefined) {
    if (agreed.has(outcome.code)) return noOccasion;
    return outcome.code !== 'unclear' && outcome.probability >= SURE_END ? missing : unclear;
  }
  const shown = agreement.stretches.flatMap((index) => conversation.stretches[index] ?? []).slice(-1);
  return heard(shown, shown);
};

const ANEW = 0.4;

/** The time was said once more, so that both wrote down the same: after the contact named another for the last time. */
export const repeatedAgreement: Indicator = ({ conversation, agreements }) => {
  const agreement = agreements.at(-1);
  if (agreement === undefined) return noOccasion;
  const said = agreement.stretches.flatMap((index) => conversation.stretches[index] ?? []);
  const changed = contactStretches(conversation).findLast(
    (one) => hasTime(one) && chance(one, 'counter_time', 'correct', 'propose_time', 'decline') >= ANEW,
  );
  const isLast = (one: Stretch) => one.index > (changed?.index ?? -1);
  // `Ring me at two.` `Two tomorrow.`
  const again = said.find(
    (one) =>
      one.role === 'agent' &&
      chance(one, 'propose_time', 'counter_time') < ANEW &&
      isLast(one) &&
      said.some(({ role, index }) => role === 'contact' && index < one.index),
  );
  if (again !== undefined) return heard([again], plainly([again], ['recap']));
  const first = agreement.stretches[0] ?? 0;
  const after = agentStretches(conversation).filter(({ index }) => index >= first);
  const found = heardTimes(after, {
    acts: ['recap'],
    from: 0.7,
    traces: ['recap', 'accept', 'promise'],
    below: 0.3,
  });
  return found.result === 'heard' && !found.shown.some((one) => hasTime(one) && isLast(one))
    ? unclear
    : found;
};

function hasTime({ words }: Stretch): boolean {
  return (
    findTimes(
      words.map(({ text }) => text),
      false,
    ).length > 0
  );
}

/** Somebody else decides, too: a next step without that person is half a step. */
export const involvedDecider: Indicator = ({ conversation, objections }) => {
  const raised = objections.find(({ kind }) => kind === 'authority');
  if (raised === undefined) return noOccasion;
  const own = agentStretches(conversation).filter(({ index }) => index > raised.stretch);
  const named = own.filter(({ words }) => words.some(({ text }) => both.has(text)));
  const shown = named.filter((one) => chance(one, ...involving) >= 0.5 && INVITES.test(one.text)).slice(0, 1);
  if (shown.length > 0) return heard(shown, plainly(shown, involving));
  const given = conversation.stretches[raised.stretch];
  const isSure = given !== undefined && chance(given, 'object:authority') >= 0.5;
  return isSure && named.length === 0 ? missing : unclear;
};
/** Has them there, or speaks to them: `would he be keen?` only asks about him. */
const INVITES =
  /\b(?:both|together|there|join|along|all (?:of you|three)|(?:two|three) of you|you and (?:your|him|her)|(?:with|to|for) (?:him|her|them)|your (?:husband|wife|partner|dad|mum|mom|brother|sister|son|daughter) (?:be|see|come|hear))\b/i;
const involving = [
  ...(['ask_open', 'ask_closed', 'propose_time', 'propose_step', 'acknowledge', 'request'] as const),
];
const both = new Set([
  'both',
  'all',
  'he',
  'she',
  'him',
  'her',
  'they',
  'them',
  'husband',
  'wife',
  'together',
  'his',
  'hers',
  'their',
]);
