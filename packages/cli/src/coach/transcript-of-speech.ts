import type { Segment, Transcript } from '@debrief/contracts/resources/transcript';
import { scripted, secondsToSay } from '@debrief/contracts/scripted-call';
import { assignRoles, type NamedPeople } from './assign-roles.ts';
import type { Speech } from './spoken-line.ts';

const PAUSE_SECONDS = 0.4;

/**
 * The transcript to coach. Times that the file leaves out are those of 150 words a minute.
 * @throws when nobody can tell who is the agent.
 */
export function transcriptOfSpeech(
  { lines, about }: Speech,
  people: NamedPeople,
): { transcript: Transcript; notes: readonly string[] } {
  const told = about.speakers;
  const { agent, contact, of, method, notes } = assignRoles(lines, people, told);
  let at = 0;
  const segments = lines.map((line, index): Segment => {
    const start = line.start ?? at;
    const next = lines[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    // The next time cuts a guess short; two lines may bear the same minute and second.
    const end = line.end ?? Math.max(start, Math.min(start + secondsToSay(line.text), next));
    at = end + PAUSE_SECONDS;
    return {
      ...of(line),
      start_time: round(start),
      end_time: round(end),
      text: line.text,
      confidence: line.confidence,
    };
  });
  const isAsTold = told !== undefined && told.agent === agent && told.contact === contact;
  return {
    transcript: {
      ...scripted(agent, contact),
      duration_seconds: segments.reduce((latest, { end_time }) => Math.max(latest, end_time), 0),
      ...about,
      speakers: isAsTold ? told : { agent, contact, method, confidence: 1 },
      segments,
    },
    notes,
  };
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
