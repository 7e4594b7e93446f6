import { secondsOf } from './read-named-lines.ts';
import { faultAt, type SpokenLine, splitName } from './spoken-line.ts';

const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}`;
const timing = new RegExp(String.raw`^\s*(${time})\s+-->\s+(${time})(?:\s.*)?$`);
const notSpoken = /^(WEBVTT|NOTE|STYLE|REGION)\b/;
const voice = /<v(?:\.[^\s>]*)?\s+([^>]+)>/;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
};
/** Captions cut what is said to fit a screen; closer than this, one speaker is still speaking. */
const SAME_TURN_SECONDS = 1.5;

/** Whether this is WebVTT or SRT. */
export function isCaptions(text: string): boolean {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return /^WEBVTT(\s|$)/.test(lines[0] ?? '') || lines.slice(0, 2).some((line) => line.includes('-->'));
}

/**
 * The cues of WebVTT or SRT. A speaker is named by a voice tag or as `Name:`, and speaks on through cues that name
 * nobody. @throws naming the line.
 */
export function readCaptions(text: string): SpokenLine[] {
  const turns: SpokenLine[] = [];
  for (const cue of blocksOf(text)
    .flatMap(cueOf)
    .toSorted((a, b) => a.start - b.start)) {
    const pieces = piecesOf(cue.text);
    const words = pieces.map((piece) => piece.text.split(' ').length);
    const total = words.reduce((sum, count) => sum + count, 0);
    let start = cue.start;
    pieces.forEach((piece, index) => {
      const end = start + ((cue.end - cue.start) * (words[index] ?? 0)) / total;
      const last = turns.at(-1);
      const name = piece.name ?? last?.name;
      if (name === undefined) {
        throw faultAt(
          cue.line,
          'nobody is named here. Write who speaks, as <v Maria>Hello or as Maria: Hello',
        );
      }
      if (last !== undefined && last.name === name && start - (last.end ?? start) <= SAME_TURN_SECONDS) {
        last.text = `${last.text} ${piece.text}`.trim();
        last.end = end;
      } else {
        turns.push({ name, text: piece.text, start, end, role: null, confidence: null });
      }
      start = end;
    });
  }
  return turns.filter(({ text }) => text !== '');
}

interface Block {
  line: number;
  lines: string[];
}

interface Cue {
  line: number;
  start: number;
  end: number;
  text: string;
}

/** Lines between blank lines. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  text.split(/\r\n?|\n/).forEach((line, index) => {
    if (line.trim() === '') isOpen = false;
    else if (isOpen) blocks.at(-1)?.lines.push(line);
    else {
      blocks.push({ line: index + 1, lines: [line] });
      isOpen = true;
    }
  });
  return blocks;
}

function cueOf({ line, lines }: Block): Cue[] {
  // A cue may begin with its number or name.
  const at = lines.slice(0, 2).findIndex((one) => timing.test(one));
  if (at < 0) {
    if (notSpoken.test(lines[0] ?? '')) return [];
    throw faultAt(line, 'a caption without its time, such as 00:00:01.000 --> 00:00:03.500');
  }
  const [, from = '', to = ''] = timing.exec(lines[at] ?? '') ?? [];
  const [start, end] = [secondsOf(from), secondsOf(to)];
  if (end < start) throw faultAt(line + at, `the caption ends (${to}) before it begins (${from})`);
  return [{ line: line + at + 1, start, end, text: lines.slice(at + 1).join('\n') }];
}

/** What each speaker of a cue says; without a name, the one before speaks on. */
function piecesOf(text: string): { name: string | null; text: string }[] {
  const [head = '', ...voiced] = text.split(voice);
  const pieces = head.split('\n').map((line) => splitName(plain(line)) ?? { name: null, text: plain(line) });
  for (let index = 0; index < voiced.length; index += 2) {
    pieces.push({ name: plain(voiced[index] ?? ''), text: plain(voiced[index + 1] ?? '') });
  }
  return pieces.filter((piece) => piece.text !== '' || piece.name !== null).reduce(joined, []);
}

function joined(
  pieces: { name: string | null; text: string }[],
  next: { name: string | null; text: string },
) {
  const last = pieces.at(-1);
  if (last === undefined || (next.name !== null && next.name !== last.name)) return [...pieces, next];
  return [...pieces.slice(0, -1), { name: last.name, text: `${last.text} ${next.text}`.trim() }];
}

/** Without tags, entities and line ends. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>|\{\\[^}]*\}/g, '')
    .replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}
