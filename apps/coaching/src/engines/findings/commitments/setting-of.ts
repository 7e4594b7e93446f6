import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { findCompany } from '../summary/find-company.ts';
import type { Kind } from './is-for-later.ts';
import type { Side } from './names.ts';
import { namesBefore } from './names-before.ts';
import type { Setting } from './replace-pronouns.ts';
import { type SpokenWord, spokenWords } from './spoken-words.ts';

const LIKELY = 0.5;
/** How many stretches back a pronoun may point. */
const MEMORY = 16;
const MEMORY_TURNS = 4;

export function ownerOf({ role }: Stretch, kind: Kind): Side {
  return (role === 'agent') === (kind === 'promise') ? 'agent' : 'contact';
}

/** What the pronouns of a promise or a request may stand for. */
export function settingOf(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
  said: readonly SpokenWord[],
  visitor: string | null,
): Setting {
  const owner = ownerOf(stretch, kind);
  const names = namesBefore(conversation, stretch);
  const recent = (isMeant: (one: Stretch) => boolean): SpokenWord[] =>
    recentWords(conversation, stretch, isMeant);
  // `him` is not a company.
  const company = findCompany(conversation)?.name ?? '';
  const own = new Set(company.toLowerCase().split(/\s+/));
  const things = isAnswer(conversation, stretch) ? [] : recent((one) => mayHoldThing(one, stretch));
  return {
    owner: names[owner],
    other: names[owner === 'agent' ? 'contact' : 'agent'],
    isOwnPromise: kind === 'promise',
    isOwnerContact: owner === 'contact',
    visitor,
    said,
    things: [...things, ...said],
    people: [...recent(({ role }) => owner === 'contact' || role === 'agent'), ...said].filter(
      ({ text }) => !own.has(text),
    ),
  };
}

/** After a question `it` is the answer, not a thing named before. */
function isAnswer({ turns, stretches }: Conversation, { turn }: Stretch): boolean {
  const asked = turns[turn - 1];
  return stretches
    .slice(asked?.from ?? 0, asked?.to ?? 0)
    .some((one) => chance(one, 'ask_open', 'ask_closed') > LIKELY);
}

/** `it` is in this turn or the one before, or in what was asked for or offered shortly before. */
function mayHoldThing(one: Stretch, { turn }: Stretch): boolean {
  if (chance(one, 'ask_open', 'ask_closed') > LIKELY) return false;
  if (one.turn >= turn - 1) return true;
  const isOffered = chance(one, 'promise', 'request', 'propose_step', 'object:information_first') > LIKELY;
  return one.turn >= turn - MEMORY_TURNS && isOffered;
}

function recentWords(
  conversation: Conversation,
  { index }: Stretch,
  isMeant: (stretch: Stretch) => boolean,
): SpokenWord[] {
  const recent = conversation.stretches.slice(Math.max(0, index - MEMORY), index).filter(isMeant);
  return recent.flatMap((stretch) => {
    const [first, ...rest] = spokenWords(conversation, stretch);
    return first === undefined ? [] : [{ ...first, pause: 'long' as const }, ...rest];
  });
}
