import type { Act } from '../../conversation/acts.ts';
import { acts } from '../../conversation/acts.ts';
import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { asksPrice } from '../conduct/asks-price.ts';
import type { FaultKind } from '../conduct/fault.ts';
import { asksForPrice } from '../conduct/hidden-price.ts';
import { unfairActs, unfairness } from '../conduct/unfair-stretches.ts';
import { namesAmount } from '../feedback/figures.ts';
import type { Objection } from '../findings.ts';
import { takesUpPlainly } from '../objections/taken-up.ts';
import { replyTo } from '../reply-to.ts';
import {
  agentStretches,
  contactStretches,
  expectedTurns,
  heard,
  type Indicator,
  type Met,
  metOccasions,
  missing,
  noOccasion,
  plainly,
  type RatingInput,
  showing,
  unclear,
} from './indicator.ts';

const LIKELY = 0.5;
const TRACE = 0.2;
const SURE = 0.8;
const HARDLY = 0.1;
const objections = acts.filter((act) => act.startsWith('object:'));
const refusals: Act[] = ['opt_out', 'object:not_interested'];

/** More than this may be a manner of speaking, unless it is a fault. */
const HARDLY_UNFAIR = 0.6;
/** These wrong nobody by what is said of them or for them. */
const otherFaults = new Set<FaultKind>(['hidden_price', 'talking_over', 'name_withheld', 'no_name']);

/** The whole call without pushing, frightening or belittling; shown by how reluctance was met. */
export const stayedFair: Indicator = ({ conversation, faults }) => {
  if (faults.some(({ kind }) => !otherFaults.has(kind))) return missing;
  if (unfairness(conversation) > HARDLY_UNFAIR) return unclear;
  const reluctant = contactStretches(conversation).filter(
    (one) => chance(one, ...objections, 'decline', 'defer', 'opt_out', 'retract') >= LIKELY,
  );
  const replies = reluctant.flatMap((one) => replyTo(conversation, one));
  const own = replies.length > 0 ? replies : agentStretches(conversation);
  const gentle: Act[] = ['acknowledge', 'answer_objection', 'accept', 'honor_opt_out', 'recap'];
  const friendly = agentStretches(conversation).reduce((sum, one) => sum + warmth(one), 0);
  if (friendly < FRIENDLY) return unclear;
  // No single line shows that a whole call was fair.
  return heard(
    own
      .filter((one) => chance(one, ...unfairActs) < TRACE)
      .sort((a, b) => chance(b, ...gentle) - chance(a, ...gentle)),
  );
};

/** Who never takes anything up, thanks or promises may be curt: less than one friendly thing, and nobody is praised for it. */
const FRIENDLY = 1;
const FRIENDLY_TRACE = 0.3;
const warm: readonly Act[] = [
  ...(['acknowledge', 'recap', 'accept', 'thanks', 'small_talk', 'honor_opt_out', 'promise'] as const),
];

function warmth(one: Stretch): number {
  const likely = chance(one, ...warm);
  return likely >= FRIENDLY_TRACE ? likely : 0;
}

const accepting: Act[] = [
  'acknowledge',
  'honor_opt_out',
  'accept',
  'goodbye',
  'thanks',
  'ask_open',
  'promise',
];
const pushing: Act[] = [...unfairActs, 'pitch', 'ask_sale', 'propose_time', 'dodge_price'];

/** A no is a no: what follows accepts it, and does not start again. */
export const respectedNo: Indicator = ({ conversation }) => {
  const given = contactStretches(conversation).filter((one) => chance(one, ...refusals) >= LIKELY);
  return metOccasions(
    given.flatMap((one): Met[] => {
      const reply = replyTo(conversation, one);
      const shown = likeliest(reply, ...accepting);
      if (shown === undefined) return [];
      const pushed = Math.max(...reply.map((next) => chance(next, ...pushing)));
      if (chance(shown, ...accepting) - pushed >= LIKELY) return [shown];
      return [pushed >= SURE && chance(shown, ...accepting) < LIKELY ? 'missed' : 'unclear'];
    }),
    ['acknowledge', 'honor_opt_out', 'accept'],
  );
};

/** From here on what the contact said is surely an objection, so that leaving it is a fault. */
const SURE_OBJECTION = 0.6;
const MEETS = 0.6;

/** @param traces What a listener may take for it. */
function handled(
  step: (objection: Objection) => number | null,
  acts: readonly Act[],
  traces: readonly Act[],
  isPlain: (stretch: Stretch) => boolean = () => false,
): Indicator {
  return ({ conversation, objections: raised }: RatingInput) =>
    metOccasions(
      raised.map((objection): Met => {
        const met = conversation.stretches[step(objection) ?? -1];
        if (met !== undefined && (chance(met, ...acts) >= MEETS || isPlain(met))) return met;
        const isSure = objection.probability >= SURE_OBJECTION;
        return isSure && expectedTurns(after(conversation, objection), traces) < HARDLY
          ? 'missed'
          : 'unclear';
      }),
      acts,
    );
}

function after({ stretches, turns }: Conversation, { stretch }: Objection): Stretch[] {
  const turn = stretches[stretch]?.turn ?? 0;
  return stretches
    .slice(turns[turn]?.to)
    .filter((one) => one.role === 'agent' && chance(one, ...unfairActs) < LIKELY);
}

export const acknowledgedObjections = handled(
  ({ acknowledged }) => acknowledged,
  ['acknowledge'],
  ['acknowledge', 'recap', 'accept', 'honor_opt_out'],
  ({ text }) => takesUpPlainly(text),
);
const explored = handled(({ explored: at }) => at, ['ask_open', 'ask_closed'], ['ask_open', 'ask_closed']);

/** Nothing is behind a plain no; and who may have understood an objection need not ask on. */
export const exploredObjections: Indicator = (input) => {
  const objections = input.objections.filter(({ kind }) => kind !== 'not_interested');
  if (objections.length === 0) return noOccasion;
  const own = { ...input, objections };
  const found = explored(own);
  const isMet = acknowledgedObjections(own).result !== 'missing';
  return found.result === 'missing' && isMet ? unclear : found;
};
export const answeredObjections = handled(
  ({ answer }) => answer,
  ['answer_objection', 'state_price'],
  [
    ...(['answer_objection', 'state_price', 'inform', 'pitch', 'promise', 'propose_step'] as const),
    ...(['propose_time', 'counter_time', 'recap', 'accept', 'honor_opt_out'] as const),
  ],
);

/** A figure when somebody asks what it costs, or says it straight away. */
export const answeredPrice: Indicator = ({ conversation, faults }) => {
  if (faults.some(({ kind }) => kind === 'hidden_price')) return missing;
  const own = agentStretches(conversation);
  const [told, dodged] = [expectedTurns(own, ['state_price']), expectedTurns(own, ['dodge_price'])];
  const shown = showing(own, ['state_price']).slice(0, 2);
  const isDodged = contactStretches(conversation).some(
    (one) =>
      asksForPrice(one) &&
      replyTo(conversation, one).some((reply) => chance(reply, 'dodge_price') >= LIKELY) &&
      !replyTo(conversation, one).some(namesAmount),
  );
  // `Thirty days is normal` is not a price.
  if (shown.length > 0 && (isDodged || !shown.some(namesAmount))) return unclear;
  if (shown.length > 0 && (dodged < SURE || told >= SURE))
    return heard(shown, plainly(shown, ['state_price']).filter(namesAmount));
  // Who is not asked need not say it.
  const isAsked = contactStretches(conversation).some(
    (one) => asksPrice(one) && chance(one, 'ask_open', 'ask_closed', 'object:price', 'request') >= LIKELY,
  );
  if (!isAsked) return noOccasion;
  return dodged >= SURE && told < TRACE ? missing : unclear;
};
