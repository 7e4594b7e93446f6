import type { VoicePair } from './find-voices.ts';
import { logLikelihood, type VoiceSample } from './voice-model.ts';

export type Voice = 0 | 1;

export interface Course {
  /** Of every piece of every region. */
  voices: Voice[][];
  /** How likely it is; the higher of two courses through the same pieces is the likelier. */
  score: number;
}

/** Neighbouring frames overlap and sound alike, so that ten of them are worth one. */
const FRAMES_OF_EVIDENCE = 10;
/** What a change of speaker must earn within a region, where nobody paused. */
const CHANGE_WITHIN = 4;
/** After a pause a change is a little likelier than none. */
const CHANGE_BETWEEN = -0.3;

/** The likeliest course of voices through all pieces (Viterbi), regions in order of time. */
export function followVoices(regions: readonly (readonly VoiceSample[])[], voices: VoicePair): Course {
  const steps: { cameFrom: [Voice, Voice] }[] = [];
  let scores: [number, number] = [0, 0];
  for (const pieces of regions) {
    for (const [i, piece] of pieces.entries()) {
      const cost = i === 0 ? CHANGE_BETWEEN : CHANGE_WITHIN;
      const stays0 = scores[0] >= scores[1] - cost;
      const stays1 = scores[1] >= scores[0] - cost;
      steps.push({ cameFrom: [stays0 ? 0 : 1, stays1 ? 1 : 0] });
      scores = [
        (stays0 ? scores[0] : scores[1] - cost) + logLikelihood(piece, voices[0]) / FRAMES_OF_EVIDENCE,
        (stays1 ? scores[1] : scores[0] - cost) + logLikelihood(piece, voices[1]) / FRAMES_OF_EVIDENCE,
      ];
    }
  }
  let voice: Voice = scores[1] > scores[0] ? 1 : 0;
  const course: Voice[] = [];
  for (const { cameFrom } of steps.reverse()) {
    course.push(voice);
    voice = cameFrom[voice];
  }
  course.reverse();
  let at = 0;
  return {
    voices: regions.map((pieces) => pieces.map(() => course[at++] ?? 0)),
    score: Math.max(...scores),
  };
}
