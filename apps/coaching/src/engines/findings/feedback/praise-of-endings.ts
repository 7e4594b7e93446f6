import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { unfairActs } from '../conduct/unfair-stretches.ts';
import { replyTo } from '../reply-to.ts';
import { contactName, said } from '../said.ts';
import { speakerName } from '../speaker-name.ts';
import type { FindMoments, Moment } from './moment.ts';
import { isPraised } from './remarked.ts';
import { contentWords } from './shared-words.ts';

const LIKELY = 0.4;
const DOUBT = 0.35;
/** Fewer words refuse; they do not explain. */
const HONEST_WORDS = 6;
/** `I'll be straight with you` only announces it. */
const TELLING_WORDS = 3;
/** `We can't take clothes` rules out a gift, not the offer. */
const PRAISED = 0.2;
const selling: Act[] = [...unfairActs, 'pitch', 'ask_sale', 'propose_time', 'propose_step', 'dodge_price'];

/** Takes a no, or a wish not to be called, kindly, and ends. */
export const tookNoGracefully: FindMoments = ({ conversation, outcome }) => {
  if (outcome.code !== 'not_interested' && outcome.code !== 'do_not_contact') return [];
  const wish = outcome.code === 'do_not_contact';
  const acts: Act[] = wish
    ? ['opt_out']
    : ['object:not_interested', 'decline', 'object:existing_provider', 'object:need'];
  const no = conversation.stretches.findLast(
    (one) => one.role === 'contact' && chance(one, ...acts) >= LIKELY,
  );
  if (no === undefined || no.words.length < HONEST_WORDS / 2) return [];
  const reply = replyTo(conversation, no);
  const gentle: Act[] = wish ? ['honor_opt_out'] : ['acknowledge', 'accept', 'honor_opt_out'];
  const kind = likeliest(reply, ...gentle);
  if (kind === undefined || kind.words.length < 3) return [];
  const probability = chance(no, ...acts) * chance(kind, ...gentle);
  if (probability < LIKELY || sellsAfter(conversation, no)) return [];
  const name = speakerName(conversation, no);
  const text = wish
    ? `${name} asked not to be called again, ${said(conversation, no)}, and you agreed without ifs and buts: ${said(conversation, kind)}.`
    : `you took ${name}'s no for an answer, ${said(conversation, no)}, and left it there: ${said(conversation, kind)}.`;
  return [{ kind: 'graceful exit', text, stretches: [kind.index, no.index], probability, worth: 4 }];
};

function sellsAfter({ stretches }: Conversation, no: Stretch): boolean {
  return stretches.some(
    (one) => one.role === 'agent' && one.index > no.index && chance(one, ...selling) >= DOUBT,
  );
}

/** Says that the offer does not fit, though saying nothing might have sold it. */
export const ruledOutHonestly: FindMoments = ({ conversation }) =>
  conversation.stretches.flatMap((one): Moment[] => {
    if (one.role !== 'agent' || chance(one, 'not_qualified') < LIKELY || !isPlain(one)) return [];
    if (!isPraised(one, PRAISED)) return [];
    const text = `you told ${contactName(conversation)} plainly that it does not fit: ${said(conversation, one)}.`;
    return [
      { kind: 'honesty', text, stretches: [one.index], probability: chance(one, 'not_qualified'), worth: 3 },
    ];
  });

function isPlain({ words }: Stretch): boolean {
  const telling = contentWords(words.map(({ text }) => text));
  return words.length >= HONEST_WORDS && telling.length >= TELLING_WORDS;
}
