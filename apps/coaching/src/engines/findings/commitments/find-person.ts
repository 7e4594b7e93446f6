import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { findCompany } from '../summary/find-company.ts';
import { personsIn } from './find-antecedent.ts';
import type { Kind } from './is-for-later.ts';
import { ownerOf } from './setting-of.ts';
import type { Sides } from './spoken-to-owner.ts';
import { spokenWords } from './spoken-words.ts';

/** Turns back in which whoever is meant was named. */
const MEMORY_TURNS = 3;
const MOST_STRETCHES = 24;

/**
 * Who `him`, `her` or `them` is, as it is said to the owner: the one person who was named lately. Null where nobody
 * was, or more than one who could be meant.
 * @param until where in the text of its segment what is to be done begins: whoever is named after it is somebody else
 */
export function findPersonMeant(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
  pronoun: 'he' | 'she',
  sides: Sides,
  until: number,
): string | null {
  const { stretches, turns, people, transcript } = conversation;
  const { agent, contact } = transcript.speakers;
  const from = Math.max(
    turns[Math.max(0, stretch.turn - MEMORY_TURNS)]?.from ?? 0,
    stretch.index - MOST_STRETCHES,
  );
  const own = new Set(
    [
      people.agent,
      people.contact,
      agent,
      contact,
      sides.owner,
      sides.other,
      findCompany(conversation)?.name ?? '',
    ].flatMap((name) => name.toLowerCase().split(/\s+/)),
  );
  const owner = ownerOf(stretch, kind);
  const named = stretches.slice(from, stretch.index + 1).flatMap((line) => {
    const words = spokenWords(conversation, line).filter(({ at }) => line !== stretch || at < until);
    return personsIn(words, pronoun, own)
      .filter(({ isName, whose }) => isName || line.turn >= stretch.turn - (whose === '' ? 0 : 1))
      .map(({ whose, who }) => {
        if (whose === '') return who;
        const isOwners = (line.role === owner) === (whose === 'my');
        return `${isOwners ? 'your' : `${sides.other}'s`} ${who}`;
      });
  });
  const distinct = new Set(named);
  return distinct.size === 1 ? (named[0] as string) : null;
}
