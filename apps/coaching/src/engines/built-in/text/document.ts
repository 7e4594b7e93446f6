import type { SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';

/** One spoken word, normalised, with its place in the segment it stands in. */
export interface Word {
  /** Lower case, contractions opened: `don't` is two words, `do` and `not`, at the same place. */
  text: string;
  lemma: string;
  segment: number;
  /** First character in the segment's text, and the one after its last. */
  start: number;
  end: number;
}

/** A sentence, or what stands for one where the engine wrote no punctuation. */
export interface Unit {
  index: number;
  role: SpeakerRole;
  turn: number;
  /** Words of the document from `from` up to, not including, `to`. */
  from: number;
  to: number;
  questionMark: boolean;
}

/** Everything one speaker says until the other takes over. */
export interface Turn {
  index: number;
  role: SpeakerRole;
  fromUnit: number;
  toUnit: number;
  startTime: number;
  endTime: number;
}

export interface ConversationDocument {
  transcript: Transcript;
  words: readonly Word[];
  units: readonly Unit[];
  turns: readonly Turn[];
  /** Whether the transcription engine wrote sentence punctuation. */
  punctuated: boolean;
}

export function textsOf(document: ConversationDocument, unit: { from: number; to: number }): string[] {
  const texts: string[] = [];
  for (let i = unit.from; i < unit.to; i += 1) texts.push((document.words[i] as Word).text);
  return texts;
}

/** Words as written in the transcript, each place once: opened contractions come back together. */
export function spokenText(document: ConversationDocument, from: number, to: number): string {
  const written: string[] = [];
  let place = '';
  for (let i = from; i < to; i += 1) {
    const word = document.words[i] as Word;
    const here = `${word.segment}:${word.start}`;
    if (here === place) continue;
    place = here;
    written.push(document.transcript.segments[word.segment]?.text.slice(word.start, word.end) ?? word.text);
  }
  return written.join(' ');
}
