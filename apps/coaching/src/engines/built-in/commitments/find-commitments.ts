import { type Claim, quoteOf } from '../evidence/claim.ts';
import commitments from '../lexicons/commitments.json' with { type: 'json' };
import { type Cue, CueLexicon, type Cues, type SpeakerCueSource } from '../patterns/find-cues.ts';
import { replyTo } from '../replies/reply-to.ts';
import type { ConversationDocument, Unit, Word } from '../text/document.ts';
import {
  agentImperative,
  askedImperative,
  contactImperative,
  type People,
  requestedImperative,
} from './imperative.ts';
import { type ActionSpan, actionSpans } from './phrase-action.ts';

export type CommitmentKind = 'promise' | 'request' | 'contact' | 'others';

/** Something somebody undertook to do. */
export interface Commitment extends Claim {
  kind: CommitmentKind;
  unit: Unit;
  /** Lemmas of its words that carry meaning, to tell the same promise said twice. */
  content: ReadonlySet<string>;
  /** The verb as spoken: `send`, `call`. */
  verb: string;
}

const lexicon = new CueLexicon(commitments.cues as Record<string, SpeakerCueSource>);

/** Every undertaking of both speakers, in the order spoken. */
export function findCommitments(document: ConversationDocument, replies: Cues, people: People): Commitment[] {
  const cues = lexicon.find(document);
  const found: Commitment[] = [];
  const add = (name: string, kind: CommitmentKind, phrase: Phrase, counts: (cue: Cue) => boolean): void => {
    let readUpTo = 0;
    for (const cue of cues.all(name)) {
      if (cue.focus < readUpTo || !counts(cue)) continue;
      for (const span of actionSpans(document, cue.unit, cue.focus)) {
        readUpTo = span.to;
        found.push(commitment(document, kind, span, phrase(document, span, people)));
      }
    }
  };
  const isAccepted = (cue: Cue) => replyTo(document, replies, cue.unit) === 'accepted';
  add('promise', 'promise', agentImperative, (cue) => !isConditional(document, cue));
  add('offer', 'promise', agentImperative, (cue) => !cues.has(cue.unit, 'promise') && isAccepted(cue));
  add(
    'others_promise',
    'others',
    (_, span) => spokenSentence(document, span),
    () => true,
  );
  add('request', 'request', requestedImperative, isAccepted);
  add('contact_promise', 'contact', contactImperative, () => true);
  add('ask', 'contact', askedImperative, (cue) => isAccepted(cue) || isFinalTurn(document, cue.unit));
  return found.sort((a, b) => a.unit.index - b.unit.index);
}

type Phrase = (document: ConversationDocument, span: ActionSpan, people: People) => string;

function commitment(
  document: ConversationDocument,
  kind: CommitmentKind,
  span: ActionSpan,
  text: string,
): Commitment {
  const words = document.words.slice(span.from, span.to);
  return {
    kind,
    text,
    unit: span.unit,
    quotes: [quoteOf(document, span.unit, span.from, span.to)],
    content: contentOf(words),
    verb: words[0]?.text ?? '',
  };
}

const empty = new Set(commitments.empty_words);

function contentOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.map((word) => word.lemma).filter((lemma) => !empty.has(lemma) && lemma.length > 1));
}

/** `If you see no saving, we'll refund half` is a guarantee; `if that works, I'll send it` is a promise. */
function isConditional(document: ConversationDocument, cue: Cue): boolean {
  for (let at = cue.unit.from; at < cue.from; at += 1) {
    if (document.words[at]?.text !== 'if') continue;
    return !['that', 'it', 'okay'].includes(document.words[at + 1]?.text ?? '');
  }
  return false;
}

function spokenSentence(document: ConversationDocument, span: ActionSpan): string {
  const words = document.words.slice(span.from, span.to).map((word) => word.text);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isFinalTurn(document: ConversationDocument, unit: Unit): boolean {
  return unit.turn === document.turns.length - 1;
}
