import type { WriteStream } from 'node:tty';

/** Between lines where there is no terminal, so that a log stays short. */
const LINE_INTERVAL_MS = 10_000;

/** Shows what goes on: one line that redraws itself on a terminal, a line now and then anywhere else. */
export function createStatusLine(stream: NodeJS.WriteStream | WriteStream): {
  show(text: string): void;
  /** Takes the line away, so that something else can be printed. */
  clear(): void;
} {
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    show(text) {
      if (stream.isTTY) {
        stream.write(`\r\x1b[2K${text.slice(0, (stream.columns || 80) - 1)}`);
        isShown = true;
      } else if (performance.now() - shownAt >= LINE_INTERVAL_MS) {
        stream.write(`${text}\n`);
        shownAt = performance.now();
      }
    },
    clear() {
      if (isShown) stream.write('\r\x1b[2K');
      isShown = false;
    },
  };
}
