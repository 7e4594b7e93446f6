import { faultAt, type SpokenLine, splitName } from './spoken-line.ts';

const stamp = /^\s*[[(]?((?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?(?:\s*[-–]\s+|\s+)(.*)$/;

/**
 * `Name: text` lines, each with or without a time before it: `[00:12] Name: text`. A line that names nobody goes on
 * with the one before. @throws naming the line.
 */
export function readNamedLines(text: string): SpokenLine[] {
  const lines: SpokenLine[] = [];
  let latest = 0;
  text.split(/\r\n?|\n/).forEach((line, index) => {
    if (line.trim() === '') return;
    const [, time, rest = ''] = stamp.exec(line) ?? [];
    const spoken = splitName(time === undefined ? line : rest);
    const last = lines.at(-1);
    if (spoken === null) {
      if (last === undefined) {
        throw faultAt(
          index + 1,
          'this is no transcript known here. Use WebVTT, SRT, the JSON of a transcript, or lines such as "Maria: Hello"',
        );
      }
      last.text = `${last.text} ${(time === undefined ? line : rest).trim()}`.trim();
      return;
    }
    const start = time === undefined ? null : secondsOf(time);
    if (start !== null && start < latest) throw faultAt(index + 1, `${time} is before the time above it`);
    latest = start ?? latest;
    lines.push({ ...spoken, start, end: null, role: null, confidence: null });
  });
  return lines.filter(({ text }) => text !== '');
}

/** `[h:]mm:ss[.fff]` in seconds. */
export function secondsOf(time: string): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((total, part) => total * 60 + Number(part), 0);
}
