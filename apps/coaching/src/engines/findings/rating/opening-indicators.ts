import type { Act } from '../../conversation/acts.ts';
import { chance, type Stretch } from '../../conversation/conversation.ts';
import { unfairActs } from '../conduct/unfair-stretches.ts';
import {
  agentStretches,
  type Finding,
  heardTimes,
  type Indicator,
  openingWords,
  type RatingInput,
} from './indicator.ts';

/** Who somebody is may come out late, after `who's this?`: still better than never. */
const OPENING_TURNS = 4;

function inOpening({ conversation }: RatingInput, ...acts: Act[]): Finding {
  const own = conversation.turns.filter(({ role }) => role === 'agent').slice(0, OPENING_TURNS);
  const last = own.at(-1)?.index ?? 0;
  const stretches = agentStretches(conversation).filter(({ turn }) => turn <= last);
  return heardTimes(stretches, acts, 1, openingWords(stretches));
}

/** By a phrase, or by the agent's own name, which recognition may have left intact. */
export const introducedSelf: Indicator = (input) => {
  const byPhrase = inOpening(input, 'identify_self');
  if (byPhrase.shown.length > 0) return byPhrase;
  const names = new Set(input.conversation.transcript.speakers.agent.toLowerCase().split(/\s+/));
  const named = agentStretches(input.conversation).find(({ words }) =>
    words.some(({ text }) => text.length > 2 && names.has(text)),
  );
  return named === undefined ? byPhrase : { ...byPhrase, share: 1, shown: [named], plain: [named] };
};

export const introducedCompany: Indicator = (input) => inOpening(input, 'identify_company');
export const statedPurpose: Indicator = (input) => inOpening(input, 'state_purpose');
export const askedPermission: Indicator = (input) => inOpening(input, 'ask_permission');

export const closedPolitely: Indicator = ({ conversation }) => {
  const own = agentStretches(conversation);
  const last = own.at(-1);
  const ending = own.filter(({ turn }) => turn >= (last?.turn ?? 0) - 4);
  const found = heardTimes(
    ending,
    ['goodbye', 'thanks'],
    1,
    ending.findLast((one) => chance(one, 'goodbye') < 0.5),
  );
  return { ...found, plain: found.plain.filter(isFriendly) };
};

/** `You're making a mistake, ma'am` ends a call, too. */
function isFriendly(one: Stretch): boolean {
  return chance(one, ...unfairActs) < DOUBT && (one.remark?.blame ?? 0) < DOUBT;
}
const DOUBT = 0.1;
