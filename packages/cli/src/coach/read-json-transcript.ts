import { Segment, Transcript } from '@debrief/contracts/resources/transcript';
import { violationsOf } from '@debrief/contracts/violations';
import { type Static, Type } from '@sinclair/typebox';
import type { Speech, SpokenLine } from './spoken-line.ts';

/** As the API answers it, as it is stored, or with less: only who speaks and what is said is needed. */
const JsonTranscript = Type.Object({
  ...Type.Partial(Type.Omit(Transcript, ['segments'])).properties,
  segments: Type.Array(
    Type.Object({
      ...Type.Partial(Segment).properties,
      speaker: Segment.properties.speaker,
      text: Segment.properties.text,
    }),
  ),
});

/** @throws saying what is wrong with it. */
export function readJsonTranscript(text: string): Speech {
  const content = parse(text);
  // `debrief submit --json` and `debrief coach --json` print a transcript beside its analysis.
  const whole = content as { transcript?: unknown } | null;
  const transcript = whole?.transcript ?? whole;
  if (Array.isArray(content) || (whole !== null && typeof whole === 'object' && 'turns' in whole)) {
    throw new Error('this is a file of calls, not a transcript. Coach it with --calls, as a list of calls');
  }
  const [fault] = violationsOf(JsonTranscript, transcript);
  if (fault !== undefined) throw new Error(`this is not a transcript: ${fault.replace('The body', 'it')}`);
  const { segments, ...about } = transcript as Static<typeof JsonTranscript>;
  const late = segments.findIndex(
    ({ start_time = 0 }, index) => start_time < (segments[index - 1]?.start_time ?? 0),
  );
  if (late > 0) throw new Error(`segments.${late} starts before segments.${late - 1}`);
  return { about, lines: segments.map((segment) => lineOf(segment, about)) };
}

function lineOf(
  {
    speaker,
    text,
    role,
    start_time,
    end_time,
    confidence,
  }: Static<typeof JsonTranscript>['segments'][number],
  { speakers }: Speech['about'],
): SpokenLine {
  const isTold = speakers !== undefined && speakers.agent !== speakers.contact;
  const told = speaker === speakers?.agent ? 'agent' : 'contact';
  return {
    name: speaker,
    text,
    start: start_time ?? null,
    end: end_time ?? null,
    role: role ?? (isTold ? told : null),
    confidence: confidence ?? null,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`broken JSON: ${(cause as Error).message}`, { cause });
  }
}
