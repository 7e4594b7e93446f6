import { type Quote, quoteOf, quoteUnit } from '../evidence/claim.ts';
import type { Cues } from '../patterns/find-cues.ts';
import { discoveryQuestions } from '../questions/discovery-questions.ts';
import type { Question } from '../questions/find-questions.ts';
import type { ConversationDocument, Unit } from '../text/document.ts';
import type { Objection } from './find-objections.ts';

/** The four steps of answering an objection, each with the words that took it; null where it was not taken. */
export interface ObjectionHandling {
  objection: Objection;
  acknowledged: Quote | null;
  explored: Quote | null;
  answered: Quote | null;
  confirmed: Quote | null;
}

/** Agent turns after the objection that can still belong to it. */
const ANSWER_TURNS = 3;
const ACKNOWLEDGING_UNITS = 3;
const ANSWER_WORDS = 9;

/** How the agent met an objection: acknowledged, explored by a question, answered, checked that the answer served. */
export function judgeHandling(
  document: ConversationDocument,
  cues: Cues,
  questions: readonly Question[],
  objection: Objection,
): ObjectionHandling {
  const raised = objection.raisedIn[0] as Unit;
  const turns = document.turns
    .filter((turn) => turn.role === 'agent' && turn.index > raised.turn)
    .slice(0, ANSWER_TURNS);
  const unitsOf = (count: number): Unit[] =>
    turns.slice(0, count).flatMap((turn) => document.units.slice(turn.fromUnit, turn.toUnit));
  const asked = new Map(questions.map((question) => [question.unit.index, question]));
  const first = unitsOf(1);
  const all = unitsOf(ANSWER_TURNS);
  const acknowledging = first
    .slice(0, ACKNOWLEDGING_UNITS)
    .flatMap((unit) => cues.in(unit, 'acknowledge') ?? cues.in(unit, 'empathy') ?? [])[0];
  const confirming = all.find((unit) => asked.has(unit.index) && cues.has(unit, 'confirm_resolution'));
  const curious = new Set(discoveryQuestions(document, questions, cues).map(({ unit }) => unit.index));
  const exploring = unitsOf(2).find((unit) => unit !== confirming && explores(unit));
  const answering = all.find((unit) => !asked.has(unit.index) && answers(cues, unit));
  function explores(unit: Unit): boolean {
    if (curious.has(unit.index)) return true;
    // `When would be a better time?` explores a bad moment.
    return objection.kind === 'timing' && asked.get(unit.index)?.kind === 'open';
  }
  return {
    objection,
    acknowledged:
      acknowledging === undefined
        ? null
        : quoteOf(document, acknowledging.unit, acknowledging.from, acknowledging.to),
    explored: exploring === undefined ? null : quoteUnit(document, exploring),
    answered: answering === undefined ? null : quoteUnit(document, answering),
    confirmed: confirming === undefined ? null : quoteUnit(document, confirming),
  };
}

function answers(cues: Cues, unit: Unit): boolean {
  if (isFarewell(cues, unit)) return false;
  const words = unit.to - unit.from;
  const substantial =
    cues.has(unit, 'value') || cues.has(unit, 'proof') || cues.has(unit, 'next_step_proposal');
  return words >= ANSWER_WORDS || (substantial && words >= ANSWER_WORDS / 2);
}

function isFarewell(cues: Cues, unit: Unit): boolean {
  return cues.has(unit, 'closing') || cues.has(unit, 'anything_else');
}
