import boundaries from '../lexicons/boundaries.json' with { type: 'json' };

const wh = new Set(boundaries.wh);
const howHeads = new Set(boundaries.how_heads);
const auxiliaries = new Set(boundaries.auxiliaries);
const subjects = new Set(boundaries.subjects);
const personalSubjects = new Set(boundaries.personal_subjects);
const questionHeads = new Set(boundaries.question_heads);
const days = new Set(boundaries.days);
const statementAuxiliaries = new Set(boundaries.statement_auxiliaries);
const markers = new Set(boundaries.markers);
const connectors = new Set(boundaries.connectors);
const notBeforeMarker = new Set(boundaries.not_before_marker);
const notBeforeStatement = new Set(boundaries.not_before_statement);
const notBeforeQuestion = new Set(boundaries.not_before_question);
const whichVerbs = new Set(boundaries.which_verbs);
const neverBeforeThirdPerson = new Set(boundaries.never_before_third_person);
const indirectBefore = new Set(boundaries.indirect_before);
const objectPronouns = new Set(boundaries.object_pronouns);
const twoWordStatements = new Set(boundaries.two_word_statements);
const thirdPersonQuestions = new Map(
  Object.entries(boundaries.third_person_questions).map(([opening, heads]) => [opening, new Set(heads)]),
);
const statementOpeners = new Map<string, string[][]>();
for (const opener of boundaries.statement_openers) {
  const words = opener.split(' ');
  const first = words[0] as string;
  statementOpeners.set(first, [...(statementOpeners.get(first) ?? []), words]);
}

export function isMarker(text: string): boolean {
  return markers.has(text) || connectors.has(text);
}

/**
 * Whether a question opens at `at`: `how long do you`, `would thursday`, `is that okay`. At the start of a sentence
 * any inversion asks; further in, `the last company did that` looks the same as one, so that only the telling ones
 * with a third person count.
 */
export function opensQuestion(texts: readonly string[], at: number, atStart: boolean): boolean {
  const word = texts[at];
  if (word === undefined) return false;
  if (wh.has(word)) return opensWithWh(texts, at);
  if (!auxiliaries.has(word)) return false;
  const subjectAt = texts[at + 1] === 'not' ? at + 2 : at + 1;
  const subject = texts[subjectAt] ?? '';
  if (days.has(subject)) return true;
  if (!subjects.has(subject)) return false;
  if (word === 'have' && !isVerbAfterHave(texts[subjectAt + 1])) return false;
  if (personalSubjects.has(subject)) return true;
  if (atStart && !(word === 'do' && (subject === 'it' || subject === 'that'))) return true;
  return thirdPersonQuestions.get(`${word} ${subject}`)?.has(texts[subjectAt + 1] ?? '') ?? false;
}

/** `i have you down for tuesday` asks nothing. */
function isVerbAfterHave(word: string | undefined): boolean {
  return (
    word !== undefined && !['a', 'an', 'the', 'down', 'on', 'in', 'at', 'here', 'there', 'for'].includes(word)
  );
}

function opensWithWh(texts: readonly string[], at: number): boolean {
  const word = texts[at] as string;
  const next = texts[at + 1] ?? '';
  if (word === 'who' || word === 'which') {
    if (next === 'else' || next === 'handles' || next === 'makes') return word === 'who';
    // `people who are`, `which is half of it` are relative clauses; `who is the` asks.
    if (auxiliaries.has(next)) {
      const third = texts[at + 2] ?? '';
      if (personalSubjects.has(third)) return true;
      return (
        word === 'who' && next === 'is' && ['the', 'your', 'this', 'in', 'going', 'calling'].includes(third)
      );
    }
  }
  if (word === 'when' || word === 'where') return auxiliaries.has(next) && !personalSubjects.has(word);
  if (questionHeads.has(next)) return next !== 'made' || word === 'what';
  if (word === 'why') return next === 'not' || auxiliaries.has(next);
  if (auxiliaries.has(next)) return subjects.has(texts[at + 2] ?? '') || word === 'what' || word === 'how';
  if (word === 'which' && whichVerbs.has(texts[at + 2] ?? '')) return true;
  if (word === 'how' && howHeads.has(next)) return auxiliaryWithin(texts, at + 2, 3);
  return !personalSubjects.has(next) && auxiliaryWithin(texts, at + 2, 2);
}

/** An auxiliary and its subject within `reach` words: `what rate are you`, `how many hours a week do you`. */
function auxiliaryWithin(texts: readonly string[], at: number, reach: number): boolean {
  for (let i = at; i <= at + reach; i += 1) {
    const word = texts[i];
    if (word === undefined || personalSubjects.has(word)) return false;
    if (auxiliaries.has(word)) return subjects.has(texts[i + 1] ?? '') || i <= at + 1;
  }
  return false;
}

/** Whether a new sentence starts at `at` in text without punctuation, `length` words into the one before. */
export function startsSentence(texts: readonly string[], at: number, length: number): boolean {
  const word = texts[at] as string;
  const before = texts[at - 1] ?? '';
  const statement = length === 2 && twoWordStatements.has(`${texts[at - 2]} ${texts[at - 1]}`);
  if (connectors.has(word)) return (length >= 3 || statement) && opensAfterConnector(texts, at);
  if (connectors.has(before)) return false;
  if (markers.has(word)) return !notBeforeMarker.has(before) && !markers.has(before);
  if (opensQuestion(texts, at, false)) return statement || asksHere(texts, at);
  if (!statement && notBeforeStatement.has(before)) return false;
  if (isStatementOpening(texts, at)) return true;
  if (word === 'i' || word === 'we') return statementAuxiliaries.has(texts[at + 1] ?? '');
  return word === 'please' && length >= 3;
}

/** Not inside another question (`what rate | are you`) nor an indirect one (`know | how long it is`). */
function asksHere(texts: readonly string[], at: number): boolean {
  const before = texts[at - 1] ?? '';
  const word = texts[at] ?? '';
  // An indirect question keeps the order of a statement: `to hear what rate are you paying` can only ask.
  if (wh.has(word)) return invertsPersonally(texts, at) ? !wh.has(before) : !indirectBefore.has(before);
  const personal = personalSubjects.has(texts[at + 1] ?? '') && texts[at + 2] !== 'ask';
  if (!personal) return !neverBeforeThirdPerson.has(before);
  if ([2, 3, 4].some((back) => wh.has(texts[at - back] ?? ''))) return false;
  return !notBeforeQuestion.has(before) || (objectPronouns.has(before) && texts[at + 1] === 'you');
}

function invertsPersonally(texts: readonly string[], at: number): boolean {
  return [1, 2, 3].some(
    (ahead) => auxiliaries.has(texts[at + ahead] ?? '') && personalSubjects.has(texts[at + ahead + 1] ?? ''),
  );
}

/** `and when did the problem start`, `but i can not`: the connector belongs to what follows. */
function opensAfterConnector(texts: readonly string[], at: number): boolean {
  const next = texts[at + 1] ?? '';
  if (opensQuestion(texts, at + 1, false)) return true;
  if (texts[at] === 'now' || texts[at] === 'also') return false;
  if (next === 'i' || next === 'we') return statementAuxiliaries.has(texts[at + 2] ?? '');
  return isStatementOpening(texts, at + 1);
}

function isStatementOpening(texts: readonly string[], at: number): boolean {
  const candidates = statementOpeners.get(texts[at] ?? '');
  return candidates?.some((words) => words.every((word, i) => texts[at + i] === word)) ?? false;
}
