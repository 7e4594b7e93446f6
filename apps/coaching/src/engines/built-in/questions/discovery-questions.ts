import logistics from '../lexicons/logistics.json' with { type: 'json' };
import { CueIndex } from '../patterns/cue-index.ts';
import type { Cues } from '../patterns/find-cues.ts';
import { classes } from '../patterns/word-classes.ts';
import { type ConversationDocument, textsOf } from '../text/document.ts';
import type { Question } from './find-questions.ts';

const index = new CueIndex({ logistics: { any: logistics.patterns } }, classes);
const LEAST_WORDS = 4;
/** Cues that make a question one about the contact, whatever its form. */
const TELLING = ['impact_question', 'invitation_to_tell', 'asks_budget'];
const OTHER_PURPOSES = [
  'next_step_proposal',
  'confirm_resolution',
  'offers_help',
  'anything_else',
  'decision_maker',
  'rapport',
  'permission',
];

/**
 * The agent's questions about the contact's situation: not when to meet, which number to call or how they are, and no
 * offers dressed as questions (`would you be interested`).
 */
export function discoveryQuestions(
  document: ConversationDocument,
  questions: readonly Question[],
  cues: Cues,
): Question[] {
  return questions.filter(({ unit, kind }) => {
    if (unit.role !== 'agent' || kind === 'tag') return false;
    if (TELLING.some((name) => cues.has(unit, name))) return true;
    if (OTHER_PURPOSES.some((name) => cues.has(unit, name))) return false;
    if (index.match(document.words, unit).length > 0) return false;
    return kind === 'open' || asksAboutContact(textsOf(document, unit));
  });
}

function asksAboutContact(texts: readonly string[]): boolean {
  return texts.length >= LEAST_WORDS && texts.some((text) => text === 'you' || text === 'your');
}
