/** Lines for the person who waits: one for each step that is done and, on a terminal, one that says what is going on. */
export class Progress {
  readonly #stream = process.stdout;
  #status = '';

  /** What is going on now; replaced by the next line. Elsewhere than on a terminal nothing is written. */
  status(text: string): void {
    if (!this.#stream.isTTY) return;
    this.#status = text.slice(0, (this.#stream.columns || 80) - 1);
    this.#stream.write(`\r\x1b[2K${this.#status}`);
  }

  line(text: string): void {
    const clear = this.#status === '' ? '' : '\r\x1b[2K';
    this.#stream.write(`${clear}${text}\n${this.#status}`);
  }

  step(isOk: boolean, title: string, detail: string): void {
    this.line(`${isOk ? 'ok  ' : 'FAIL'}  ${title.padEnd(24)}${detail}`);
  }

  end(): void {
    if (this.#status !== '') this.#stream.write('\r\x1b[2K');
    this.#status = '';
  }
}

export function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
