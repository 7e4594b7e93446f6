import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { Parser, type Result } from 'tap-parser';

export interface TapFailure {
  /** Test file, test, subtest and assertion. */
  path: string[];
  details: Record<string, unknown>;
}

const CHUNK_BYTES = 1024 * 1024;

/** Reads the TAP that a run of `tap` writes to a file, while it grows. */
export class TapResults {
  passed = 0;
  readonly failures: TapFailure[] = [];
  /** tap has written its last line. */
  isComplete = false;
  readonly #file: string;
  readonly #parser = new Parser();
  readonly #decoder = new StringDecoder('utf8');
  #offset = 0;
  #lastText = '';

  constructor(file: string) {
    this.#file = file;
    this.#count(this.#parser, []);
  }

  /** Takes in what has been written since the last call. */
  read(): void {
    let fd: number;
    try {
      fd = openSync(this.#file, 'r');
    } catch {
      return;
    }
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let size: number;
    do {
      size = readSync(fd, buffer, 0, CHUNK_BYTES, this.#offset);
      this.#offset += size;
      const text = this.#decoder.write(buffer.subarray(0, size));
      this.#lastText = (this.#lastText + text).slice(-200);
      this.#parser.write(text);
    } while (size > 0);
    closeSync(fd);
    // A line of its own: the name of any test is followed by its time.
    if (/\n# time=.*\n?$/.test(this.#lastText)) this.isComplete = true;
  }

  end(): void {
    this.read();
    this.#parser.end();
  }

  /** A subtest counts by its assertions; by itself when it has none, or fails for another reason: a time-out, a crash. */
  #count(parser: Parser, path: string[]): void {
    let passedBefore = 0;
    let failedBefore = 0;
    parser.on('child', (child) => {
      passedBefore = this.passed;
      failedBefore = this.failures.length;
      this.#count(child, [...path, child.name]);
    });
    parser.on('assert', (result) => {
      if (result.skip || result.todo) return;
      const isSubtest = Boolean(result.closingTestPoint);
      const hasPassed = isSubtest && this.passed > passedBefore;
      const hasFailed = isSubtest && this.failures.length > failedBefore;
      if (!result.ok && !hasFailed) {
        this.failures.push({ path: [...path, result.name], details: detailsOf(result) });
      } else if (result.ok && !hasPassed) this.passed++;
    });
  }
}

function detailsOf({ diag }: Result): Record<string, unknown> {
  return typeof diag === 'object' && diag !== null ? (diag as Record<string, unknown>) : {};
}

/** What a test process wrote that is not TAP: the stack of a crash, a warning. */
export function linesBesideTap(text: string): string[] {
  let isInDetails = false;
  return text.split('\n').filter((line) => {
    if (/^ *---$/.test(line)) isInDetails = true;
    const isTap = isInDetails || /^ *(ok|not ok|TAP version|Bail out!|#|\d+\.\.\d+|\.\.\.)( |$)/.test(line);
    if (/^ *\.\.\.$/.test(line)) isInDetails = false;
    return !isTap && line.trim() !== '';
  });
}
