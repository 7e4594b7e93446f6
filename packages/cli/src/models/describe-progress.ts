import type { PullProgress } from '@debrief/models/pull-models';

const WIDTH = 24;
/** The speed is that of the last seconds: the first ones say little of a download of minutes. */
const SPEED_WINDOW_MS = 5_000;

/** A download tells of every 64 KB; a line that is read needs no more. */
const SHOW_INTERVAL_MS = 100;

/** Shows a download in one line: a bar, a share, bytes, speed and the time left, as far as they are known. */
export function progressShower(show: (line: string) => void): (progress: PullProgress) => void {
  let model = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  let marks: { at: number; bytes: number }[] = [];
  return (progress) => {
    const at = performance.now();
    if (at - shownAt < SHOW_INTERVAL_MS) return;
    shownAt = at;
    if (progress.model !== model || progress.bytes < (marks.at(-1)?.bytes ?? 0)) marks = [];
    model = progress.model;
    marks.push({ at, bytes: progress.bytes });
    while ((marks[0]?.at ?? at) < at - SPEED_WINDOW_MS) marks.shift();
    show(describe(progress, speedOf(marks)));
  };
}

function speedOf(marks: readonly { at: number; bytes: number }[]): number | null {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < 500) return null;
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
}

function describe({ model, bytes, totalBytes }: PullProgress, bytesPerSecond: number | null): string {
  const speed = bytesPerSecond === null ? '' : `, ${(bytesPerSecond / 1e6).toFixed(1)} MB/s`;
  if (totalBytes === null || totalBytes === 0) return `${model}  ${megabytes(bytes)}${speed}`;
  const share = Math.min(1, bytes / totalBytes);
  const filled = Math.round(share * WIDTH);
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`;
  const left =
    bytesPerSecond === null || bytesPerSecond <= 0
      ? ''
      : `, ${minutes((totalBytes - bytes) / bytesPerSecond)} left`;
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${bar} ${percent} %  ${model}  ${megabytes(bytes)} of ${megabytes(totalBytes)}${speed}${left}`;
}

export function megabytes(bytes: number): string {
  const value = bytes / 1e6;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} MB`;
}

function minutes(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
