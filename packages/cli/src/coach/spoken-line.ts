import type { SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';

/** What one speaker said without a break, as a file has it. */
export interface SpokenLine {
  /** As the file names the speaker. */
  name: string;
  text: string;
  /** Seconds; null where the file does not say. */
  start: number | null;
  end: number | null;
  role: SpeakerRole | null;
  confidence: number | null;
}

/** A file read, before anybody knows who is the agent. */
export interface Speech {
  lines: readonly SpokenLine[];
  /** What a transcript in JSON says of itself. */
  about: Partial<Omit<Transcript, 'segments'>>;
}

/** A fault of a file's content. The line counts from 1. */
export function faultAt(line: number, fault: string): Error {
  return new Error(`line ${line}: ${fault}`);
}

const name = /^\s*(?:[-–—>]+\s*)?(\p{L}[\p{L}\p{M}\p{N} .'’_()&/-]{0,58}?)\s*:(?:\s+(.*))?$/u;
const WORDS_MAX = 4;

/** `Name: text` apart; null for a line that names nobody. */
export function splitName(line: string): { name: string; text: string } | null {
  const [, found, text = ''] = name.exec(line) ?? [];
  if (found === undefined || found.split(/\s+/).length > WORDS_MAX) return null;
  return { name: found.replace(/\s+/g, ' '), text: text.trim() };
}
