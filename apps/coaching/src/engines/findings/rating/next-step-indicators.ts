import type { Act } from '../../conversation/acts.ts';
import { chance } from '../../conversation/conversation.ts';
import {
  agentStretches,
  heard,
  heardTimes,
  type Indicator,
  missing,
  noOccasion,
  plainly,
  unclear,
} from './indicator.ts';

const agreed = new Set(['appointment_set', 'sale_made', 'callback_requested', 'next_step_agreed']);
/** From here on nobody doubts how a call ended. */
const SURE_END = 0.7;

const proposing: readonly Act[] = ['propose_time', 'propose_step', 'counter_time'];

const refused = new Set(['not_interested', 'do_not_contact']);
const REFUSES = 0.5;

export const proposedNextStep: Indicator = ({ conversation, outcome }) => {
  const acts = [...proposing, 'ask_sale', 'promise'] as const;
  const own = agentStretches(conversation);
  // Where it was no in the end, what is proposed after a no earns nothing.
  const no = refused.has(outcome.code)
    ? conversation.stretches.find(
        (one) =>
          one.role === 'contact' && chance(one, 'decline', 'opt_out', 'object:not_interested') >= REFUSES,
      )
    : undefined;
  const before = no === undefined ? own : own.filter(({ index }) => index < no.index);
  const found = heardTimes(before, { acts, from: 0.7, below: 0.05 });
  if (no !== undefined && found.result !== 'heard') return unclear;
  // A promise may be of something else.
  return { ...found, plain: plainly(found.plain, proposing) };
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

/** The time was said once more, so that both wrote down the same. */
export const repeatedAgreement: Indicator = ({ conversation, agreements }) => {
  const agreement = agreements.at(-1);
  if (agreement === undefined) return noOccasion;
  const said = agreement.stretches.flatMap((index) => conversation.stretches[index] ?? []);
  // `Ring me at two.` `Two tomorrow.`
  const again = said.find(
    (one) =>
      one.role === 'agent' &&
      chance(one, 'propose_time', 'counter_time') < ANEW &&
      said.some(({ role, index }) => role === 'contact' && index < one.index),
  );
  if (again !== undefined) return heard([again], plainly([again], ['recap']));
  const first = agreement.stretches[0] ?? 0;
  const after = agentStretches(conversation).filter(({ index }) => index >= first);
  return heardTimes(after, {
    acts: ['recap'],
    from: 0.7,
    traces: ['recap', 'accept', 'promise'],
    below: 0.3,
  });
};

/** Somebody else decides, too: a next step without that person is half a step. */
export const involvedDecider: Indicator = ({ conversation, objections }) => {
  const raised = objections.find(({ kind }) => kind === 'authority');
  if (raised === undefined) return noOccasion;
  const own = agentStretches(conversation).filter(({ index }) => index > raised.stretch);
  const named = own.filter(({ words }) => words.some(({ text }) => both.has(text)));
  const shown = named.filter((one) => chance(one, ...involving) >= 0.5).slice(0, 1);
  if (shown.length > 0) return heard(shown, plainly(shown, involving));
  const given = conversation.stretches[raised.stretch];
  const isSure = given !== undefined && chance(given, 'object:authority') >= 0.5;
  return isSure && named.length === 0 ? missing : unclear;
};
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
