import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import type { RawWord } from '../../conversation/split-words.ts';
import { prepositions } from '../commitments/word-classes.ts';
import { actFeatures } from './act-features.ts';
import type { Candidate } from './choice-model.ts';

/** Words of a stretch that may name what the call is about. */
export interface TopicCandidate extends Candidate {
  stretch: number;
  /** Words `from` up to, not including, `to` of the stretch. */
  from: number;
  to: number;
}

const MOST_WORDS = 8;
/** What a call is about is said before long; a language model may take a whole speech for one stretch. */
const FIRST_STRETCHES = 80;
const FIRST_WORDS = 80;
/** No noun phrase holds, begins or ends with these. */
const NEVER = new Set(
  'i you he she it we they me him them us is am are was were be been do does did have has had will would can could should not no yes yeah okay oh um uh hi hello because if so but who what when where why how there here'.split(
    ' ',
  ),
);
const NEVER_FIRST = new Set("and or of to in on at for from with about by than 's".split(' '));
const NEVER_LAST = new Set(
  "a an the my your our his her their this that these those and or of to in on at for from with about by than 's just really very some any".split(
    ' ',
  ),
);
/** `your house expired` is a clause. */
const PARTICIPLE = /\p{L}{3}ed$|^(?:bought|sold|paid|sent|went|came|said|told|gave|got|made|took)$/u;
/** `that in April`, `some of these places`. */
const POINTING = new Set('that this these those some most all any none'.split(' '));

export function topicCandidates(conversation: Conversation): TopicCandidate[] {
  const stretches = conversation.stretches.slice(0, FIRST_STRETCHES);
  const uses = countUses(stretches);
  return stretches.flatMap((stretch) => candidatesIn(conversation, stretch, uses));
}

function candidatesIn(
  { transcript, context }: Conversation,
  stretch: Stretch,
  uses: ReadonlyMap<string, Uses>,
): TopicCandidate[] {
  const { words } = stretch;
  const text = transcript.segments[stretch.segment]?.text ?? '';
  const side = (stretch.role === 'contact') === (context.incoming === true) ? 'caller' : 'called';
  const turn = `turn${Math.min(6, stretch.turn >> 1)}`;
  const around = [...actFeatures(stretch).map((act) => `${side} ${act}`), `${side} ${turn}`];
  const found: TopicCandidate[] = [];
  for (let from = 0; from < Math.min(words.length, FIRST_WORDS); from += 1) {
    const first = (words[from] as RawWord).text;
    // A contraction stays whole.
    if (NEVER_FIRST.has(first) || words[from - 1]?.start === words[from]?.start) continue;
    if (POINTING.has(first) && prepositions.has(words[from + 1]?.text ?? '')) continue;
    for (let to = from + 1; to <= Math.min(words.length, from + MOST_WORDS); to += 1) {
      const word = words[to - 1] as RawWord;
      if (NEVER.has(word.text)) break;
      const before = words[to - 2];
      if (to - 1 > from && before !== undefined && /[.?!,;:…]/.test(text.slice(before.end, word.start)))
        break;
      if (NEVER_LAST.has(word.text) || PARTICIPLE.test(word.text)) continue;
      if (words[to]?.start === word.start) continue;
      const features = [...around, ...spanFeatures(words, from, to, text, uses, stretch.index)].map(
        (feature) => hash(feature),
      );
      found.push({ stretch: stretch.index, from, to, features });
    }
  }
  return found;
}

function spanFeatures(
  words: readonly RawWord[],
  from: number,
  to: number,
  text: string,
  uses: ReadonlyMap<string, Uses>,
  index: number,
): string[] {
  const at = (i: number) => words[i]?.text ?? (i < 0 ? '<s>' : '</s>');
  const [first, last] = [at(from), at(to - 1)];
  const use = uses.get(stem(last)) as Uses;
  const inside = words.slice(from, to);
  const end = (words[to - 1] as RawWord).end;
  const mark = /^["'”’]?\s*([.?!,;:…])/.exec(text.slice(end))?.[1] ?? '';
  const isNamed = inside.some(({ start }, i) => i + from > 0 && /\p{Lu}/u.test(text.charAt(start)));
  const size = Math.min(3, to - from);
  return [
    `b ${at(from - 1)}`,
    `bb ${at(from - 2)} ${at(from - 1)}`,
    `f ${first}`,
    `bf ${at(from - 1)} ${first}`,
    `ff ${first} ${at(from + 1)}`,
    `a ${at(to)}`,
    `aa ${at(to)} ${at(to + 1)}`,
    `l ${last}`,
    `la ${last} ${at(to)}`,
    `e ${last.slice(-3)}`,
    `ea ${last.slice(-2)} ${at(to)}`,
    `size${to - from}`,
    `size${to - from} ${first}`,
    `agent${Math.min(3, use.agent)} contact${Math.min(3, use.contact)}`,
    `uses${Math.min(5, use.agent + use.contact)} size${size}`,
    `rank${Math.min(4, use.rank)} size${size}`,
    `again${use.first < index}`,
    `mark${mark}`,
    `named${isNamed}`,
    ...inside.map((word) => `in ${word.text}`),
    ...inside.map((word) => `st ${stem(word.text)}`),
  ];
}

/** Who says a word how often, where first, and how many longer words are said more often. */
interface Uses {
  agent: number;
  contact: number;
  first: number;
  rank: number;
}

const LONG_WORD = 4;

function countUses(stretches: readonly Stretch[]): Map<string, Uses> {
  const uses = new Map<string, Uses>();
  for (const { words, role, index } of stretches) {
    for (const { text } of words) {
      const use = uses.get(stem(text)) ?? { agent: 0, contact: 0, first: index, rank: 0 };
      use[role] += 1;
      uses.set(stem(text), use);
    }
  }
  const all = [...uses]
    .filter(([word]) => word.length >= LONG_WORD && !COMMON.has(word))
    .map(([, use]) => use);
  all
    .sort((a, b) => b.agent + b.contact - a.agent - a.contact)
    .forEach((use, rank) => {
      use.rank = rank + 1;
    });
  return uses;
}

const COMMON = new Set(
  "that what have with this your just like know well they yeah okay would there about them when from then good right been were will want some going gonna can't out over".split(
    ' ',
  ),
);

export function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:s|es|ing|ed)$/, '') : word;
}
