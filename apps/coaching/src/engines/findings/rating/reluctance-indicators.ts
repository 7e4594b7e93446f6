import type { Act } from '../../conversation/acts.ts';
import { acts } from '../../conversation/acts.ts';
import { chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { unfairActs, unfairness } from '../conduct/unfair-stretches.ts';
import { namesAmount } from '../feedback/figures.ts';
import type { Objection } from '../findings.ts';
import { replyTo } from '../reply-to.ts';
import {
  agentStretches,
  contactStretches,
  type Indicator,
  MOST_SHOWN,
  metOccasions,
  notApplicable,
  plainly,
  type RatingInput,
} from './indicator.ts';

const LIKELY = 0.5;
const TRACE = 0.2;
const objections = acts.filter((act) => act.startsWith('object:'));
const refusals: Act[] = ['opt_out', 'object:not_interested'];

/** This many unfair things said leave nothing of it. */
const UNFAIR = 2;

/** The whole call without pushing, frightening or belittling; shown by how reluctance was met. */
export const stayedFair: Indicator = ({ conversation }) => {
  const own = agentStretches(conversation);
  const worst = likeliest(own, ...unfairActs);
  const reluctant = contactStretches(conversation).filter(
    (one) => chance(one, ...objections, 'decline', 'defer', 'opt_out', 'retract') >= LIKELY,
  );
  const replies = reluctant.flatMap((one) => replyTo(conversation, one));
  const fair = (replies.length > 0 ? replies : own).filter((one) => chance(one, ...unfairActs) < TRACE);
  const gentle: Act[] = ['acknowledge', 'answer_objection', 'accept', 'honor_opt_out', 'recap'];
  const shown = fair.sort((a, b) => chance(b, ...gentle) - chance(a, ...gentle)).slice(0, MOST_SHOWN);
  const share = Math.max(0, 1 - unfairness(conversation) / UNFAIR);
  // No single line shows that a whole call was fair.
  return { share, shown, plain: [], where: worst, applicable: true };
};

/** A no is a no: what follows accepts it, and does not start again. */
export const respectedNo: Indicator = ({ conversation }) => {
  const given = contactStretches(conversation).filter((one) => chance(one, ...refusals) >= LIKELY);
  const gentle: Act[] = [
    'acknowledge',
    'honor_opt_out',
    'accept',
    'goodbye',
    'thanks',
    'ask_open',
    'promise',
  ];
  const pushing: Act[] = [...unfairActs, 'pitch', 'ask_sale', 'propose_time', 'dodge_price'];
  return metOccasions(
    given.flatMap((one) => {
      const reply = replyTo(conversation, one);
      const shown = likeliest(reply, ...gentle);
      if (shown === undefined) return [];
      const pushed = Math.max(...reply.map((next) => chance(next, ...pushing)));
      return [{ given: one, met: Math.max(0, chance(shown, ...gentle) - pushed), shown }];
    }),
    ['acknowledge', 'honor_opt_out', 'accept'],
  );
};

function handled(step: (objection: Objection) => number | null, ...acts: Act[]): Indicator {
  return ({ conversation, objections: raised }: RatingInput) => {
    if (raised.length === 0) return notApplicable;
    return metOccasions(
      raised.flatMap((objection) => {
        const given = conversation.stretches[objection.stretch];
        const taken = step(objection);
        const shown = taken === null ? undefined : conversation.stretches[taken];
        return given === undefined ? [] : [{ given, met: shown === undefined ? 0 : 1, shown }];
      }),
      acts,
    );
  };
}

export const acknowledgedObjections = handled(({ acknowledged }) => acknowledged, 'acknowledge');
export const exploredObjections = handled(({ explored }) => explored, 'ask_open', 'ask_closed');
export const answeredObjections = handled(({ answer }) => answer, 'answer_objection');

/** A figure when somebody asks what it costs, or says it straight away. */
export const answeredPrice: Indicator = ({ conversation }) => {
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  const told = own.filter((one) => chance(one, 'state_price') >= 0.3);
  const dodged = own.filter((one) => chance(one, 'dodge_price') >= 0.3);
  if (told.length + dodged.length === 0) return notApplicable;
  const sum = (list: readonly Stretch[], act: Act) =>
    list.reduce((total, one) => total + chance(one, act), 0);
  const given = sum(told, 'state_price');
  const share = given / (given + sum(dodged, 'dodge_price'));
  const shown = told.filter((one) => chance(one, 'state_price') >= LIKELY).slice(0, 2);
  const plain = plainly(shown, ['state_price']).filter(namesAmount);
  return { share, shown, plain, where: dodged[0] ?? told[0], applicable: true };
};
