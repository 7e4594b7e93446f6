import { type Quote, quoteUnit } from '../evidence/claim.ts';
import { discoveryQuestions } from '../questions/discovery-questions.ts';
import type { Question } from '../questions/find-questions.ts';
import type { Reading } from '../reading.ts';
import type { Unit } from '../text/document.ts';
import { agentUnits, heard, type Indicator, longestUnit, missing, quoteCue } from './indicator.ts';

/** This many good questions earn full points. */
const ENOUGH_QUESTIONS = 3;
/** A shorter answer leaves nothing to follow up. */
const STORY_WORDS = 8;

function discoveryQuestionsOf({ document, questions, cues }: Reading): Question[] {
  return discoveryQuestions(document, questions, cues);
}

export const askedOpenQuestions: Indicator = ({ reading }) => {
  const asked = discoveryQuestionsOf(reading);
  if (asked.length === 0) return missing(pitchQuote(reading));
  const quotes = asked.slice(0, 3).map(({ unit }) => quoteUnit(reading.document, unit));
  return heard(quotes, Math.min(1, asked.length / ENOUGH_QUESTIONS), pitchQuote(reading));
};

export const askedImpact: Indicator = ({ reading }) => {
  const { document, cues } = reading;
  const asked = new Set(reading.questions.map(({ unit }) => unit.index));
  const found = cues.all('impact_question').filter((cue) => asked.has(cue.unit.index));
  return found[0] === undefined ? missing(storyQuote(reading)) : heard([quoteCue(document, found[0])]);
};

/** A question right after the contact has told something: listening, made audible. */
export const followedUp: Indicator = ({ reading }) => {
  const { document } = reading;
  for (const { unit } of discoveryQuestionsOf(reading)) {
    const before = document.turns[unit.turn - 1];
    if (before?.role !== 'contact') continue;
    const told = document.units.slice(before.fromUnit, before.toUnit);
    if (told.reduce((sum, own) => sum + own.to - own.from, 0) >= STORY_WORDS)
      return heard([quoteUnit(document, unit)]);
  }
  return missing(storyQuote(reading));
};

export const askedDecisionMaker: Indicator = ({ reading }) => {
  const { document, cues } = reading;
  const asked = new Set(reading.questions.map(({ unit }) => unit.index));
  const found = cues.all('decision_maker').find((cue) => asked.has(cue.unit.index) || cue.to - cue.from >= 4);
  if (found !== undefined) return heard([quoteCue(document, found)]);
  const authority = reading.objections.find(({ kind }) => kind === 'authority');
  return missing(authority?.quotes[0] ?? proposalQuote(reading) ?? pitchQuote(reading));
};

/** Where the agent started to present: questions were due before it. */
export function pitchQuote({ document, cues }: Reading): Quote | undefined {
  const pitch = cues.all('value')[0]?.unit ?? longestUnit(agentUnits(document));
  return pitch === undefined ? undefined : quoteUnit(document, pitch);
}

/** The contact's longest words: the place to ask further. */
export function storyQuote({ document }: Reading): Quote | undefined {
  const story = longestUnit(document.units.filter((unit: Unit) => unit.role === 'contact'));
  return story === undefined ? undefined : quoteUnit(document, story);
}

export function proposalQuote({ document, cues }: Reading): Quote | undefined {
  const proposal = cues.all('next_step_proposal').at(-1);
  return proposal === undefined ? undefined : quoteCue(document, proposal);
}
