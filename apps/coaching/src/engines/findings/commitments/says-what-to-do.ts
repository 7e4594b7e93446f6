import { splitWords } from '../../conversation/split-words.ts';
import type { Kind } from './is-for-later.ts';
import { actionVerbs, leads, personNouns } from './word-classes.ts';

/** Whether a quotation has the form of a promise or a request, so that whoever reads it alone sees what is to be done. */
export function saysWhatToDo(said: string, kind: Kind): boolean {
  return kind === 'promise' ? PROMISES.test(said) && !NEEDS.test(said) : asksFor(said);
}

/** `I need your payroll registers so I can build it` asks. */
const NEEDS = /^(?:I|we) (?:need|want)\b/i;
/** `You're on Silver from today` promises nothing that is to be done. */
const PROMISES =
  /['’]ll\b|\b(?:i|we|you|he|she|it|they)ll\b|\b(?:will|shall|can|could|would|gonna|going to|let me)\b|['’]m \w+ing\b/i;

/** What is asked for begins with what is to be done: `Fire lady, six o'clock` and `have you a number` ask for nothing. */
function asksFor(said: string): boolean {
  if (/\bhave you got\b/i.test(said)) return true;
  const [first = '', ...later] = said.replace(VOCATIVE, '').split(/[,;]\s+/);
  // `For the card, call the number on the back`.
  return asks(first.replace(IF_POSSIBLE, ''), MOST_LEADS) || later.some((clause) => asks(clause, 0));
}

const IF_POSSIBLE = /^if (?:you|y['’]all|she|he|they) (?:can|could)\s+/i;

function asks(clause: string, mostLeads: number): boolean {
  const words = splitWords(clause).map(({ text }) => text);
  const at = words.findIndex((text) => actionVerbs.has(text));
  const [before = '', next = ''] = [words[at - 1], words[at + 1]];
  const isOpened = at === 0 || opensVerb(before) || before === 'you';
  return at >= 0 && at <= mostLeads && isOpened && next !== 'you' && !personNouns.has(next);
}

const MOST_LEADS = 4;
const VOCATIVE = /^(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?\p{Lu}[\p{L}'’-]+,\s+/u;

/** After which a verb is what is to be done. */
function opensVerb(before: string): boolean {
  return leads.has(before) || ['to', 'and', 'please', 'just'].includes(before);
}
