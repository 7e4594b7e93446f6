import { chance } from '../../conversation/conversation.ts';
import { agentStretches, heardTimes, type Indicator, missing, notApplicable, plainly } from './indicator.ts';

const agreed = new Set(['appointment_set', 'sale_made', 'callback_requested', 'next_step_agreed']);

export const proposedNextStep: Indicator = ({ conversation }) => {
  const own = agentStretches(conversation);
  const acts = ['propose_time', 'propose_step', 'counter_time', 'ask_sale', 'promise'] as const;
  const found = heardTimes(own, acts, 1, own.at(-1));
  // A promise may be of something else.
  return { ...found, plain: plainly(found.plain, ['propose_time', 'propose_step', 'counter_time']) };
};

export const agreedNextStep: Indicator = ({ conversation, outcome }) => {
  const shown = outcome.stretches.flatMap((index) => conversation.stretches[index] ?? []);
  if (!agreed.has(outcome.code)) return missing(agentStretches(conversation).at(-1));
  return { share: 1, shown: shown.slice(0, 2), plain: shown.slice(0, 2), where: shown[0], applicable: true };
};

/** What was agreed has a day and an hour. */
export const fixedTime: Indicator = ({ conversation, agreements, outcome }) => {
  const own = agentStretches(conversation);
  const agreement = agreements.at(-1);
  if (agreement === undefined) return agreed.has(outcome.code) ? notApplicable : missing(own.at(-1));
  const shown = agreement.stretches.flatMap((index) => conversation.stretches[index] ?? []);
  return { share: 1, shown: shown.slice(-1), plain: shown.slice(-1), where: shown.at(-1), applicable: true };
};

const ANEW = 0.4;

/** The time was said once more, so that both wrote down the same. */
export const repeatedAgreement: Indicator = ({ conversation, agreements }) => {
  const agreement = agreements.at(-1);
  if (agreement === undefined) return notApplicable;
  const said = agreement.stretches.flatMap((index) => conversation.stretches[index] ?? []);
  // `Ring me at two.` `Two tomorrow.`
  const again = said.find(
    (one) =>
      one.role === 'agent' &&
      chance(one, 'propose_time', 'counter_time') < ANEW &&
      said.some(({ role, index }) => role === 'contact' && index < one.index),
  );
  if (again !== undefined)
    return { share: 1, shown: [again], plain: plainly([again], ['recap']), where: again, applicable: true };
  const last = conversation.stretches[agreement.stretches[0] ?? 0];
  const after = conversation.stretches.filter(
    ({ index, role }) => role === 'agent' && index >= (last?.index ?? 0),
  );
  return heardTimes(after, ['recap'], 1, last);
};

/** Somebody else decides, too: a next step without that person is half a step. */
export const involvedDecider: Indicator = ({ conversation, objections }) => {
  const raised = objections.find(({ kind }) => kind === 'authority');
  if (raised === undefined) return notApplicable;
  const given = conversation.stretches[raised.stretch];
  const own = agentStretches(conversation).filter(({ index }) => index > raised.stretch);
  const named = own.find(
    (one) => chance(one, ...involving) >= 0.5 && one.words.some(({ text }) => both.has(text)),
  );
  if (named === undefined) return missing(given);
  return { share: 1, shown: [named], plain: plainly([named], involving), where: given, applicable: true };
};
const involving = [
  ...(['ask_open', 'ask_closed', 'propose_time', 'propose_step', 'acknowledge', 'request'] as const),
];
const both = new Set([
  'both',
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
