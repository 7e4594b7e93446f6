import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { Action } from './find-actions.ts';
import type { Kind } from './is-for-later.ts';
import { isPlain } from './is-plain.ts';
import { isReadable } from './is-readable.ts';
import { phraseAction } from './phrase-action.ts';
import { settingOf } from './setting-of.ts';
import { spokenWords } from './spoken-words.ts';
import {
  determiners,
  finiteVerbs,
  formsOfAddress,
  particles,
  prepositions,
  timeWords,
  weakVerbs,
} from './word-classes.ts';

/** Before what was left out: `just in case`, `filled in as far` (`as I can`). */
const CUT_END = / (?:(?:just )?in case|as (?:far|much|many|soon|long|best))$/;

/** `What she's got`, opened. */
const HAS_GOT = /\bis (got|been)\b/g;

/** `In January then, in the morning`. */
const LEFT_OVER = /,? then(?=,)| and see$/;
/** `Bring somebody whose voice`. */
const NO_CLAUSE = /\bwhose \S+$/;
/** `Whether Harish qualify`: its own sentence has the verb. */
const SUBJECT =
  /\b(?:if|whether|when|until|unless|what|before|after|once|where|how) (?:\p{Lu}\S+) (\p{Ll}+)\b/u;
/** `Text Declan the evening` before what? Its own sentence says. */
const CUT_SHORT =
  /(?<!\b(?:of|on|during|for|by|before|after|all|in|through)) the (?:day|night|evening|morning)$/;
/** `The manager's present school`: whose `his` is, nobody can be sure. */
const GUESSED = /\bthe \p{Ll}+'s /u;

/** `Send the brochure sir`; `call your doctor` and `bring it for a friend` say whom. */
function withoutAddress(text: string | null): string | null {
  const words = text?.split(' ') ?? [];
  const [before = '', last = ''] = words.slice(-2).map((word) => word.toLowerCase());
  const isNamed = determiners.has(before) || prepositions.has(before) || words.length < 3;
  return formsOfAddress.has(last) && !isNamed ? words.slice(0, -1).join(' ') : text;
}

/** A verb in the form that `you` has. */
function isBare(verb = ''): boolean {
  const isOther =
    finiteVerbs.has(verb) || prepositions.has(verb) || particles.has(verb) || timeWords.has(verb);
  return verb !== '' && !isOther && !/(?:s|ed|ing)$/.test(verb);
}

/** In our words, each replaced by what it stands for. Null where one is not known, or they do not read well. */
export function wordByWord(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  visitor: string | null,
): string | null {
  const [verb] = action.words;
  // `I won't even put you in` says nothing that can be left undone.
  // `I won't be calling you every day` says how, and is nothing to do.
  if (action.isNegated && action.words.some(({ text }) => text === 'every')) return null;
  if (verb === undefined || action.isHalf || (action.isNegated && weakVerbs.has(verb.text))) return null;
  const said = spokenWords(conversation, stretch).filter(({ at }) => at < verb.at);
  const setting = settingOf(conversation, stretch, kind, said, action.isNegated ? null : visitor);
  const text =
    withoutAddress(phraseAction(action, setting))
      ?.replace(CUT_END, '')
      .replace(LEFT_OVER, '')
      .replace(HAS_GOT, 'has $1') ?? null;
  const segment = conversation.transcript.segments[stretch.segment]?.text ?? '';
  // `I'll shoot that email ov...`
  if (/^\s*(?:\.\.|…|[–—])/.test(segment.slice(action.end))) return null;
  const isMarked = /[.?!,]/.test(segment);
  const isUnfit = [CUT_SHORT, NO_CLAUSE].some((pattern) => text !== null && pattern.test(text));
  if (isUnfit || isBare(SUBJECT.exec(text ?? '')?.[1])) return null;
  const isGuessed = text !== null && GUESSED.test(text) && /\b(?:his|her|their)\b/i.test(segment);
  return text !== null && !isGuessed && isReadable(text) && isPlain(text, isMarked) ? text : null;
}
