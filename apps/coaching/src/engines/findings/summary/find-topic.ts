import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { namesOf, type Side } from '../commitments/names.ts';
import { joined, type SpokenWord, spokenWords } from '../commitments/spoken-words.ts';
import {
  adverbs,
  danglingWords,
  determiners,
  finiteVerbs,
  isFirstPerson,
  isSecondPerson,
  prepositions,
  subjects,
  subordinators,
  timeWords,
} from '../commitments/word-classes.ts';

/** What the call is about, as it stands after `about`: `Bev's unit`. */
interface Topic {
  text: string;
  stretch: Stretch;
}

const MOST_WORDS = 9;
const PURPOSE = 0.5;
/** What stands before the subject of a call when people name it. The last word is the preposition or the verb. */
const OPENINGS = [
  ...[
    'about',
    'regarding',
    'concerning',
    'following up on',
    'follow up on',
    'touching base on',
    'in regards to',
  ],
  ...[
    'offering',
    'interested in',
    'looking at',
    'looking for',
    'request for',
    'quote on',
    'quote for',
    'much for',
  ],
].map((phrase) => phrase.split(' '));
const OFFERING = [['offering']];
const OPENINGS_OF_CONTACT = ['i need', 'we need', 'i want'].map((phrase) => phrase.split(' '));
/** They say that there is a subject, not which. */
const EMPTY_HEADS = new Set(
  'other others first plans options again way lot bit house shift minutes minute seconds hour hours percent dollars half time home work people someone somebody thing things stuff this that it them these those you me us one something anything everything deal call now today here there reason'.split(
    ' ',
  ),
);
const SEASONS = new Set([
  'winter',
  'summer',
  'spring',
  'fall',
  'autumn',
  'quarter',
  'season',
  'year',
  'years',
]);
const VAGUE = new Set(
  'em whether what if how when where who why thing things stuff something anything his her their he she they him them it'.split(
    ' ',
  ),
);
const STOPS = new Set(
  'about its hes shes were or but so because that which who when where if while since as to is are was not okay right thats'.split(
    ' ',
  ),
);

/** What whoever called says the call is about. Null where nobody names it in words that can be repeated. */
export function findTopic(conversation: Conversation): Topic | null {
  const caller: Side = conversation.context.incoming === true ? 'contact' : 'agent';
  const stretches = conversation.stretches.filter((stretch) => chance(stretch, 'state_purpose') >= PURPOSE);
  const offers = conversation.stretches.filter(
    (stretch) => stretch.role === 'agent' && chance(stretch, 'pitch', 'propose_step') >= PURPOSE,
  );
  const own = stretches.filter(({ role }) => role === caller);
  const openings = caller === 'contact' ? [...OPENINGS, ...OPENINGS_OF_CONTACT] : OPENINGS;
  for (const [stretch, phrases] of [
    ...[...own, ...stretches].map((one) => [one, openings] as const),
    ...(caller === 'agent' ? offers : []).map((one) => [one, OFFERING] as const),
  ]) {
    const text = topicIn(conversation, stretch, phrases);
    if (text !== null) return { text, stretch };
  }
  return null;
}

function topicIn(conversation: Conversation, stretch: Stretch, openings: readonly string[][]): string | null {
  const words = spokenWords(conversation, stretch);
  for (let at = 0; at < words.length; at += 1) {
    const opening = openings.find((phrase) => phrase.every((word, i) => words[at + i]?.text === word));
    // `I about fell off the porch` is no subject.
    const isAlmost =
      at > 0 &&
      opening?.[0] === 'about' &&
      ['i', 'we', 'he', 'she', 'they'].includes(words[at - 1]?.text ?? '');
    if (opening === undefined || isAlmost) continue;
    const phrase = nounPhrase(words.slice(at + opening.length), stretch.role, namesOf(conversation));
    if (phrase !== null) return phrase;
  }
  return null;
}

/** The words up to the end of a noun phrase, in the third person. */
function nounPhrase(words: readonly SpokenWord[], speaker: Side, names: Record<Side, string>): string | null {
  const other: Side = speaker === 'agent' ? 'contact' : 'agent';
  const result: SpokenWord[] = [];
  if (isCounted(words[0]?.text ?? '')) return null;
  for (const [i, word] of words.entries()) {
    const next = words[i + 1]?.text ?? '';
    const isLoneAnd =
      word.text === 'and' &&
      (subjects.has(next) || adverbs.has(next) || next === '' || finiteVerbs.has(words[i + 2]?.text ?? ''));
    const ends =
      isLoneAnd ||
      word.pause !== '' ||
      STOPS.has(word.text) ||
      subjects.has(word.text) ||
      finiteVerbs.has(word.text) ||
      adverbs.has(word.text);
    const isDemonstrative =
      i === 0 && (word.text === 'that' || word.text === 'this' || word.text === 'those');
    if (i > 0 && (ends || i >= MOST_WORDS)) break;
    if (i === 0 && ends && !isDemonstrative && word.pause === '') return null;
    const isPossessive = ['my', 'our', 'your'].includes(word.text);
    if (isPossessive) {
      const owner = word.text === 'your' ? names[other] : names[speaker];
      // The agent's `our` is the company's, and says nothing more than `the`.
      const isCompany = word.text !== 'your' && speaker === 'agent';
      result.push({ ...word, written: isCompany || owner.startsWith('the ') ? 'the' : `${owner}'s` });
    } else if (isFirstPerson(word.text) || isSecondPerson(word.text)) break;
    else result.push(isDemonstrative ? { ...word, written: 'the' } : word);
  }
  return (
    finished(result) ??
    finished(
      result.slice(
        0,
        result.findIndex(({ text }, i) => i > 0 && prepositions.has(text)),
      ),
    )
  );
}

/** The phrase as printed; null where it has no head or says nothing by itself. */
function finished(words: readonly SpokenWord[]): string | null {
  const result = [...words];
  while (result.length > 0 && isLoose(result.at(-1)?.text ?? '')) result.pop();
  const head = result.at(-1)?.text ?? '';
  const hasSubject = result.length > 0 && !EMPTY_HEADS.has(head) && !subordinators.has(head);
  // `about the winter`, `about the quarter to three`.
  const isTime = result.length <= 2 && (timeWords.has(head) || SEASONS.has(head));
  const isBare = (result.length === 1 && determiners.has(head)) || isTime;
  return hasSubject &&
    !isBare &&
    !result.some(({ text }) => VAGUE.has(text)) &&
    (result.length > 1 || !head.endsWith('ing'))
    ? joined(result)
    : null;
}

/** `about twenty minutes` is how long, not what. */
function isCounted(text: string): boolean {
  return /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|\w+ty|hundred|couple|dozen|half)$/.test(
    text,
  );
}

function isLoose(text: string): boolean {
  return (
    danglingWords.has(text) ||
    ['free', 'online', 'up', 'out', 'here', 'there', 'please', 'today', 'now'].includes(text)
  );
}
