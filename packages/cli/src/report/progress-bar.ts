import type { WriteStream } from 'node:tty';

const WIDTH = 30;

/** Shows progress: a bar that redraws itself on a terminal, a line for each new state anywhere else. */
export function createProgressBar(stream: NodeJS.WriteStream | WriteStream): {
  show(status: string, progress: number): void;
  done(): void;
} {
  let shown = '';
  return {
    show: (status, progress) => {
      const state = stream.isTTY ? `${status} ${progress}` : status;
      if (state === shown) return;
      shown = state;
      const filled = Math.round((progress / 100) * WIDTH);
      const bar = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`;
      const text = `${bar} ${String(Math.round(progress)).padStart(3)} %  ${status.toLowerCase()}`;
      stream.write(stream.isTTY ? `\r\x1b[2K${text}` : `${text}\n`);
    },
    done: () => {
      if (stream.isTTY && shown !== '') stream.write('\n');
    },
  };
}
