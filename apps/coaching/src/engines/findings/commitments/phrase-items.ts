import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { DueCandidate } from './due-candidates.ts';
import type { Action } from './find-actions.ts';
import { isDuringCall, isForbidden, isOwnAffair, type Kind } from './is-for-later.ts';
import { isPlain } from './is-plain.ts';
import { isReadable } from './is-readable.ts';
import { phraseAction } from './phrase-action.ts';
import { settingOf } from './setting-of.ts';
import { spokenWords } from './spoken-words.ts';
import { weakVerbs } from './word-classes.ts';

/** Before what was left out: `just in case`, `filled in as far` (`as I can`). */
const CUT_END = / (?:(?:just )?in case|as (?:far|much|many|soon|long|best))$/;

/** Those that are not over before the call is. */
export function laterActions(
  conversation: Conversation,
  { stretch, act: kind, actions }: DueCandidate,
): Action[] {
  if (isOwnAffair(conversation, stretch)) return [];
  return actions.filter(
    (action) =>
      !isDuringCall(conversation, stretch, action, kind) && !isForbidden(conversation, stretch, action),
  );
}

/** What is to be done in our words, where they are plain: `Send Maureen the quote`. @param visitor who comes to an appointment */
export function itemsInOurWords(
  conversation: Conversation,
  { stretch, act }: DueCandidate,
  actions: readonly Action[],
  visitor: string | null,
): string[] {
  return actions.flatMap((action) => textOf(conversation, stretch, action, act, visitor) ?? []);
}

function textOf(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  visitor: string | null,
): string | null {
  const [verb] = action.words;
  // `I won't even put you in` says nothing that can be left undone.
  if (verb === undefined || action.isHalf || (action.isNegated && weakVerbs.has(verb.text))) return null;
  const said = spokenWords(conversation, stretch).filter(({ at }) => at < verb.at);
  const setting = settingOf(conversation, stretch, kind, said, action.isNegated ? null : visitor);
  const text = phraseAction(action, setting)?.replace(CUT_END, '') ?? null;
  const segment = conversation.transcript.segments[stretch.segment]?.text ?? '';
  // `I'll shoot that email ov...`
  if (/^\s*(?:\.\.|…|[–—])/.test(segment.slice(action.end))) return null;
  const isMarked = /[.?!,]/.test(segment);
  return text !== null && isReadable(text) && isPlain(text, isMarked) ? text : null;
}
