import questions from '../lexicons/questions.json' with { type: 'json' };
import { isMarker, opensQuestion } from '../text/boundary-rules.ts';
import { type ConversationDocument, textsOf, type Unit } from '../text/document.ts';

export type QuestionKind = 'open' | 'closed' | 'tag';

export interface Question {
  unit: Unit;
  kind: QuestionKind;
  /** The question itself starts here, after `okay and so`. */
  from: number;
}

const LEADING_WORDS = 4;
const wh = new Set(questions.open);
const tags = questions.tags.map((tag) => tag.split(' '));
const invitations = questions.invitations.map((phrase) => phrase.split(' '));
const prefixes = questions.prefixes.map((phrase) => phrase.split(' '));
const rhetorical = questions.not_questions.map((phrase) => phrase.split(' '));

/**
 * Questions of both speakers. Where the engine writes punctuation its question mark decides; where it does not, the
 * word order does: a question word with its auxiliary, an inversion, or a tag at the end.
 */
export function findQuestions(document: ConversationDocument): Question[] {
  return document.units.flatMap((unit) => questionIn(document, unit) ?? []);
}

function questionIn(document: ConversationDocument, unit: Unit): Question | null {
  const texts = textsOf(document, unit);
  if (!unit.questionMark && rhetorical.some((phrase) => startsWith(texts, 0, phrase))) return null;
  const opening = openingAt(texts);
  if (opening !== null && (unit.questionMark || !document.punctuated || opening <= 2)) {
    return { unit, kind: kindAt(texts, opening), from: unit.from + opening };
  }
  const invitation = texts.findIndex(
    (_, at) => at <= LEADING_WORDS && invitations.some((phrase) => startsWith(texts, at, phrase)),
  );
  if (invitation >= 0) return { unit, kind: 'open', from: unit.from + invitation };
  if (unit.questionMark) {
    const inner = Math.max(
      0,
      texts.findIndex((_, at) => opensQuestion(texts, at, false)),
    );
    return { unit, kind: kindAt(texts, inner), from: unit.from + inner };
  }
  if (
    !document.punctuated &&
    texts.length > 2 &&
    tags.some((tag) => startsWith(texts, texts.length - tag.length, tag))
  ) {
    return { unit, kind: 'tag', from: unit.from };
  }
  return null;
}

/** `may I ask what you pay` is as open as `what do you pay`. */
function kindAt(texts: readonly string[], at: number): QuestionKind {
  if (wh.has(texts[at] ?? '')) return 'open';
  const asks = texts[at + 2] === 'ask' || texts[at + 2] === 'tell';
  return asks && texts.slice(at + 3, at + 6).some((text) => wh.has(text)) ? 'open' : 'closed';
}

/** Where the question opens, past markers such as `okay so`; null when it does not. */
function openingAt(texts: readonly string[]): number | null {
  for (let at = 0; at <= LEADING_WORDS && at < texts.length; at += 1) {
    const prefix = prefixes.find((phrase) => startsWith(texts, at, phrase));
    if (prefix !== undefined) at += prefix.length;
    if (opensQuestion(texts, at, true)) return at;

    if (!isMarker(texts[at] ?? '') && !questions.fillers.includes(texts[at] ?? '')) return null;
  }
  return null;
}

function startsWith(texts: readonly string[], at: number, phrase: readonly string[]): boolean {
  return at >= 0 && phrase.every((word, i) => texts[at + i] === word);
}
