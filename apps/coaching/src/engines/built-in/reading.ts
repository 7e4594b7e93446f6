import type { CoachingContext } from '../coach.ts';
import { type Commitment, findCommitments } from './commitments/find-commitments.ts';
import type { People } from './commitments/imperative.ts';
import cueSources from './lexicons/cues.json' with { type: 'json' };
import outcomeSources from './lexicons/outcomes.json' with { type: 'json' };
import { findObjections, type Objection } from './objections/find-objections.ts';
import { CueLexicon, type Cues, type SpeakerCueSource } from './patterns/find-cues.ts';
import { findQuestions, type Question } from './questions/find-questions.ts';
import type { ConversationDocument } from './text/document.ts';
import { SpokenTimes } from './times/spoken-times.ts';

const cueLexicon = new CueLexicon(cueSources as Record<string, SpeakerCueSource>);
const outcomeLexicon = new CueLexicon(outcomeSources.cues as Record<string, SpeakerCueSource>);

/** What was found in a conversation before anything is judged. */
export interface Reading {
  document: ConversationDocument;
  context: CoachingContext;
  people: People;
  cues: Cues;
  outcomeCues: Cues;
  times: SpokenTimes;
  questions: readonly Question[];
  objections: readonly Objection[];
  commitments: readonly Commitment[];
}

export function readConversation(document: ConversationDocument, context: CoachingContext): Reading {
  const { agent, contact } = document.transcript.speakers;
  const people = { agent: firstName(agent), contact: firstName(contact) };
  const cues = cueLexicon.find(document);
  return {
    document,
    context,
    people,
    cues,
    outcomeCues: outcomeLexicon.find(document),
    times: new SpokenTimes(document, context.occurred_at),
    questions: findQuestions(document),
    objections: findObjections(document),
    commitments: findCommitments(document, cues, people),
  };
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] || name;
}
