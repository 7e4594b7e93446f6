import actions from '../lexicons/action-phrases.json' with { type: 'json' };
import { opensQuestion } from '../text/boundary-rules.ts';
import type { ConversationDocument, Unit, Word } from '../text/document.ts';

/** Words beyond this are no longer the promise but what was said around it. */
const ACTION_WORDS = 18;
const subjects = new Set(actions.clause_subjects);
const determiners = new Set(actions.clause_determiners);
const clauseVerbs = new Set(actions.clause_verbs);
const joiners = new Set(actions.clause_joiners);
const stops = actions.clause_stops.map((phrase) => phrase.split(' '));
const trailing = new Set(actions.trailing);
const coordinated = new Set(actions.coordinated_actions);

/** The words of one promised action: from its verb to the end of its clause. */
export interface ActionSpan {
  unit: Unit;
  from: number;
  to: number;
}

/** Cuts `check the discount and then text you a quote` into its actions, each ending with its clause. */
export function actionSpans(document: ConversationDocument, unit: Unit, verbAt: number): ActionSpan[] {
  const { words } = document;
  const spans: ActionSpan[] = [];
  let from = verbAt;
  const limit = Math.min(unit.to, verbAt + 2 * ACTION_WORDS);
  for (let at = verbAt + 1; at <= limit; at += 1) {
    if (at < limit && !endsClause(words, unit, at)) continue;
    const to = trimmedEnd(words, from, Math.min(at, from + ACTION_WORDS));
    if (to > from) spans.push({ unit, from, to });
    const next = at < limit ? nextAction(words, unit, at) : null;
    if (next === null) break;
    from = next;
    at = next;
  }
  return spans;
}

function endsClause(words: readonly Word[], unit: Unit, at: number): boolean {
  const text = words[at]?.text ?? '';
  const next = words[at + 1]?.text ?? '';
  if (joiners.has(text) && (subjects.has(next) || nextAction(words, unit, at) !== null)) return true;
  if ((joiners.has(text) && opensClause(words, unit, at + 1)) || opensClause(words, unit, at)) return true;
  if (stops.some((stop) => stop.every((word, i) => words[at + i]?.text === word))) return true;
  const texts = words.slice(at, Math.min(unit.to, at + 6)).map((word) => word.text);
  return (
    opensQuestion(texts, 0, false) && !['when', 'where', 'what', 'how', 'who', 'why', 'which'].includes(text)
  );
}

/** `the technician will`: an article and, shortly after, a verb of its own. */
function opensClause(words: readonly Word[], unit: Unit, at: number): boolean {
  if (!determiners.has(words[at]?.text ?? '')) return false;
  for (let i = at + 2; i < Math.min(at + 4, unit.to); i += 1)
    if (clauseVerbs.has(words[i]?.text ?? '')) return true;
  return false;
}

/** The verb of a further action after `and`, `then` or `and then`. */
function nextAction(words: readonly Word[], unit: Unit, at: number): number | null {
  let verb = at;
  while (verb < unit.to && verb < at + 3 && joiners.has(words[verb]?.text ?? '')) verb += 1;
  if (verb === at || verb >= unit.to) return null;
  return coordinated.has(words[verb]?.text ?? '') ? verb : null;
}

function trimmedEnd(words: readonly Word[], from: number, to: number): number {
  let end = to;
  while (end > from && trailing.has(words[end - 1]?.text ?? '')) end -= 1;
  return end;
}
