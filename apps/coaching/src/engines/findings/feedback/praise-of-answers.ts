import { chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { asksPrice } from '../conduct/asks-price.ts';
import { wordsBefore } from '../reply-to.ts';
import { said } from '../said.ts';
import { speakerName } from '../speaker-name.ts';
import { namesFigure } from './figures.ts';
import { listens } from './listens.ts';
import type { FindMoments, Moment } from './moment.ts';
import { isPraised } from './remarked.ts';
import { refersTo, sharesWords } from './shared-words.ts';

const LIKELY = 0.4;
/** Where a single act carries the praise. */
const CLEARLY = 0.6;
const ASKED = 0.5;
/** Praise for meeting an objection that was none is wrong twice. */
const SURE = 0.6;
/** Below, it was a matter of course to the writers of the calls. */
const WORTH_PRAISING = 0.05;
/** Fewer words are a courtesy, not a sign of having heard. */
const TELLING_WORDS = 7;
/** `I'm sixty-eight` may be anything. */
const GIVEN_WORDS = 5;
/** From here on the writers praised also questions that point at nothing said. */
const PRAISED = 0.3;

/** A figure at the first asking. */
export const straightPrice: FindMoments = ({ conversation }) => {
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  if (!listens(conversation)) return [];
  const dodged = own.find((one) => chance(one, 'dodge_price') >= LIKELY / 2);
  const priced = own.find(
    (one) =>
      chance(one, 'state_price') >= CLEARLY &&
      isPraised(one, WORTH_PRAISING) &&
      namesFigure(one) &&
      (dodged === undefined || one.index < dodged.index),
  );
  if (priced === undefined) return [];
  const asked = likeliest(wordsBefore(conversation, priced), 'ask_open', 'ask_closed');
  if (
    asked === undefined ||
    !asksPrice(asked) ||
    !asksWhat(asked) ||
    chance(asked, 'ask_open', 'ask_closed') < ASKED
  )
    return [];
  const text = `you answered ${speakerName(conversation, asked)}'s question, ${said(conversation, asked)}, with a plain figure: ${said(conversation, priced)}.`;
  const probability = chance(priced, 'state_price') * chance(asked, 'ask_open', 'ask_closed');
  return [{ kind: 'straight price', text, stretches: [priced.index, asked.index], probability, worth: 2.5 }];
};

/** Heard an objection out, or asked what is behind it, before answering. */
export const metObjections: FindMoments = ({ conversation, objections }) =>
  objections.flatMap((objection): Moment[] => {
    const given = conversation.stretches[objection.stretch];
    if (given === undefined || objection.kind === 'not_interested' || objection.probability < SURE) return [];
    if (given.words.length < GIVEN_WORDS) return [];
    const name = speakerName(conversation, given);
    const explored = at(conversation.stretches, objection.explored);
    const acknowledged = at(conversation.stretches, objection.acknowledged);
    const answer = at(conversation.stretches, objection.answer);
    if (
      explored !== undefined &&
      chance(explored, 'ask_open') >= LIKELY &&
      !asksWhen(explored) &&
      // `What I'd ask any of them is …` answers.
      chance(explored, 'answer_objection', 'inform') < LIKELY &&
      isPraised(explored, WORTH_PRAISING) &&
      // A question about something else leaves the objection standing.
      (refersTo(explored, given) || isPraised(explored, PRAISED))
    ) {
      const text = `when ${name} said ${said(conversation, given)}, you asked further instead of arguing: ${said(conversation, explored)}.`;
      const probability = objection.probability * chance(explored, 'ask_open');
      return [{ kind: 'objection', text, stretches: [explored.index, given.index], probability, worth: 3.5 }];
    }
    if (acknowledged === undefined || acknowledged.words.length < TELLING_WORDS) return [];
    if (!isPraised(acknowledged, WORTH_PRAISING)) return [];
    // `I hear that a lot` is said to anybody; a word of the contact's own is not.
    if (!sharesWords(acknowledged, given)) return [];
    if (answer !== undefined && answer.index < acknowledged.index) return [];
    const text = `when ${name} said ${said(conversation, given)}, you first showed that you had heard it: ${said(conversation, acknowledged)}.`;
    const probability = objection.probability * chance(acknowledged, 'acknowledge');
    return [{ kind: 'objection', text, stretches: [acknowledged.index, given.index], probability, worth: 3 }];
  });

const WHAT = new Set(
  'what whats how cost costs price prices charge much fee fees rate rates money'.split(' '),
);

/** `And pay twice?` is about money and asks for no figure. */
function asksWhat({ words }: Stretch): boolean {
  return words.some(({ text }) => WHAT.has(text));
}

/** A question for a day puts the objection off; it does not ask what is behind it. */
function asksWhen({ words }: Stretch): boolean {
  return words.slice(0, 3).some(({ text }) => text === 'when');
}

function at(stretches: readonly Stretch[], index: number | null): Stretch | undefined {
  return index === null ? undefined : stretches[index];
}
