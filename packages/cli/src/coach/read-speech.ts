import { isCaptions, readCaptions } from './read-captions.ts';
import { readJsonTranscript } from './read-json-transcript.ts';
import { readNamedLines } from './read-named-lines.ts';
import type { Speech } from './spoken-line.ts';

/** Reads a transcript of whichever format its content shows. @throws naming the line that is wrong. */
export function readSpeech(text: string): Speech {
  const start = text.trimStart();
  // `[00:12] Maria: …` begins with a bracket as a JSON list does.
  if (start.startsWith('{') || /^\[\s*[{\]"]/.test(start)) return readJsonTranscript(text);
  const lines = isCaptions(text) ? readCaptions(text) : readNamedLines(text);
  if (lines.length === 0) throw new Error('nobody says anything in it');
  return { about: {}, lines };
}
