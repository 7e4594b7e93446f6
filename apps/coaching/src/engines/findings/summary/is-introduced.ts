import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { spokenWords } from '../commitments/spoken-words.ts';
import type { TopicWords } from '../findings.ts';
import { isOfCategory } from './call-category.ts';
import { wholePhrase } from './whole-phrase.ts';

export const PURPOSE_FROM = 0.3;
export const TOLD = 0.5;
export const NAMING = new Set(['about', 'regarding', 'concerning']);
export const POSSESSIVES = new Set(['my', 'our', 'your']);
/** What is asked, offered or wanted: `put your name down for a free estimate`, `we do espresso machines`. */
const INTRODUCING = new Set(
  'for do make offer offering sell selling want wanted need needed requested'.split(' '),
);
const CALLING = new Set('calling ringing phoning reason'.split(' '));
/** A line that is nothing but the phrase. */
const ALONE_FROM = 0.7;
const RELATION = /^(?:regards?|relation|respect|reference)$/;
const WHOSE = new Set('does handles runs manages orders after'.split(' '));

/**
 * Whether the line says that it is about that: of `you sent us a photo of your bill`, `I saw your van in our estate`
 * nobody can tell. What the call's category names is what it is about, however it is said.
 */
export function isIntroduced(conversation: Conversation, stretch: Stretch, topic: TopicWords): boolean {
  const line = spokenWords(conversation, stretch);
  const { start, end } = wholePhrase(line, topic);
  const phrase = line.filter((word) => word.at >= start && word.end <= end);
  const words = phrase.map(({ text }) => text);
  // `I was looking at your website` says of nobody that they have one.
  if (!words.some((text) => POSSESSIVES.has(text)) && isOfCategory(conversation, words)) return true;
  const before = line.filter((word) => word.end <= start).map(({ text }) => text);
  if (before.length === 0) return topic.probability >= ALONE_FROM;
  // `Lorne at Northgate Volvo, your lease`.
  const isAfterMark = phrase[0]?.pause !== '';
  if (isAfterMark && chance(stretch, 'identify_company', 'identify_self') >= TOLD) return true;
  return leadsTo(conversation, stretch, before, words);
}

/** Whether the words before a phrase put it forward: asked, offered, wanted, looked after, had. */
function leadsTo(
  { context }: Conversation,
  stretch: Stretch,
  before: readonly string[],
  phrase: readonly string[],
): boolean {
  const [earlier = '', last = ''] = [before.at(-2), before.at(-1)];
  const isCall = before.some((text) => CALLING.has(text));
  const purpose = chance(stretch, 'state_purpose');
  if (NAMING.has(last) || INTRODUCING.has(last)) return true;
  switch (last) {
    case 'to':
      return RELATION.test(earlier);
    case 'on':
      return isCall || earlier === 'up';
    case 'in':
      return earlier === 'interested';
    // `I was looking at your website` says of nobody that they have one.
    case 'at':
      return earlier.startsWith('look') && phrase[0] !== 'your';
    // `I'm calling because your home warranty has lapsed`.
    case 'because':
      return isCall;
    // `The reason I'm calling, it's our pre-arrangement program`.
    case 'is':
      return (earlier === 'it' || earlier === 'this') && (purpose >= PURPOSE_FROM || isCall);
    // `I've got some water coming in`, `we've got the Gold Plan`; what the agent says that somebody has is anything.
    case 'got':
      return (
        purpose >= TOLD && (stretch.role === 'contact' ? context.incoming === true : !before.includes('you'))
      );
    default:
      break;
  }
  // `Whoever looks after your cleaning contract`, `about upgrading your fixed week`, `we do office cleaning`.
  const isWhose = before.some((text) => text === 'who' || text === 'whoever') && WHOSE.has(last);
  return (
    isWhose || (last.endsWith('ing') && NAMING.has(earlier)) || (earlier === 'do' && before.includes('we'))
  );
}
