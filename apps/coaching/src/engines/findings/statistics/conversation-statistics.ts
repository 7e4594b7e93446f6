import type { Conversation } from '@debrief/contracts/resources/analysis';
import type { Segment, SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';
import { splitWords } from '../../conversation/split-words.ts';
import { countFillers } from './filler-words.ts';
import { interruptingTurns } from './interruptions.ts';
import { coveredSeconds, type Interval, median } from './intervals.ts';
import { countPlaces, FLOOR_WORDS, type SpeechTurn, speechTurns } from './speech-turns.ts';

/**
 * Interaction statistics of one recording as docs/metrics.md defines them. Null where there is no sample, never 0.
 * @param agentQuestions found by the engine, which alone can tell a question without its mark.
 */
export function conversationStatistics(transcript: Transcript, agentQuestions: number): Conversation {
  const turns = speechTurns(transcript.segments);
  const agent = speechOf(transcript, turns, 'agent');
  const contact = speechOf(transcript, turns, 'contact');
  const spoken = agent.seconds + contact.seconds;
  const covered = coveredSeconds(intervalsOf(transcript));
  const duration = turns.reduce((end, turn) => Math.max(end, turn.end), transcript.duration_seconds);
  const hours = duration / 3600;
  const dialogue = agent.words > 0 && contact.words > 0;
  const interruptions = dialogue ? interruptingTurns(turns).length : 0;
  const patience = median(responseGaps(turns));
  return {
    talk_ratio: ratio(agent.seconds, spoken, 3),
    longest_monologue_seconds: longest(turns, 'agent'),
    longest_customer_story_seconds: longest(turns, 'contact'),
    interactivity: dialogue ? ratio(speakerSwitches(turns), duration / 300, 2) : null,
    patience_seconds: patience === null ? null : round(patience, 2),
    questions: agentQuestions,
    questions_per_hour: agent.words === 0 ? null : ratio(agentQuestions, hours, 2),
    filler_words: agent.fillers,
    filler_words_per_minute: ratio(agent.fillers, agent.seconds / 60, 2),
    words_per_minute: agent.words === 0 ? null : ratio(agent.words, agent.seconds / 60, 1),
    interruptions,
    interruptions_per_hour: dialogue ? ratio(interruptions, hours, 2) : null,
    overlap_ratio: dialogue ? ratio(spoken - covered, covered, 3) : null,
    silence_ratio: spoken === 0 ? null : ratio(Math.max(0, duration - covered), duration, 3),
    agent_speech_seconds: round(agent.seconds, 2),
    contact_speech_seconds: round(contact.seconds, 2),
    agent_words: agent.words,
  };
}

interface Speech {
  seconds: number;
  words: number;
  fillers: number;
}

function speechOf(transcript: Transcript, turns: readonly SpeechTurn[], role: SpeakerRole): Speech {
  const own = spokenSegments(transcript, role);
  const seconds = turns.length === 0 ? 0 : coveredSeconds(intervalsOf(transcript, role));
  let words = 0;
  let fillers = 0;
  for (const segment of own) {
    const split = splitWords(segment.text);
    words += countPlaces(split);
    fillers += countFillers(split.map((word) => word.text));
  }
  return { seconds, words, fillers };
}

/** Segments with words and a length: all that counts. */
function spokenSegments({ segments }: Transcript, role?: SpeakerRole): Segment[] {
  return segments.filter(
    (segment) =>
      (role === undefined || segment.role === role) &&
      /[\p{L}\p{N}]/u.test(segment.text) &&
      segment.end_time > segment.start_time,
  );
}

/** The pauses merged into turns are no speech. */
function intervalsOf(transcript: Transcript, role?: SpeakerRole): Interval[] {
  return spokenSegments(transcript, role).map((segment) => ({
    start: segment.start_time,
    end: segment.end_time,
  }));
}

function longest(turns: readonly SpeechTurn[], role: SpeakerRole): number | null {
  const own = turns.filter((turn) => turn.role === role);
  return own.length === 0
    ? null
    : round(
        own.reduce((most, turn) => Math.max(most, turn.end - turn.start), 0),
        2,
      );
}

function speakerSwitches(turns: readonly SpeechTurn[]): number {
  const long = turns.filter((turn) => turn.words >= FLOOR_WORDS);
  return long.filter((turn, i) => i > 0 && long[i - 1]?.role !== turn.role).length;
}

/** Seconds from the contact's end to the agent's next start, 0 where the agent starts earlier. */
function responseGaps(turns: readonly SpeechTurn[]): number[] {
  const gaps: number[] = [];
  turns.forEach((turn, i) => {
    const before = turns[i - 1];
    if (turn.role === 'agent' && before?.role === 'contact') gaps.push(Math.max(0, turn.start - before.end));
  });
  return gaps;
}

function ratio(value: number, of: number, decimals: number): number | null {
  return of > 0 ? round(value / of, decimals) : null;
}

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
