import { failure } from '@debrief/contracts/failures';
import { isInstalled, runGuarded } from '../audio/guarded-child.ts';
import { TransientFailure } from '../transient-failure.ts';
import type { Engine, Recognizer, Word } from './engine.ts';

const COMMAND = 'pocketsphinx_continuous';
const MIB = 1024 * 1024;
/**
 * A window of 28 s takes about 6 s of one core, in noise up to 30 s, and where the machine is busy minutes. One that
 * hangs uses no CPU, which is seen long before.
 */
const LIMITS = { timeoutMs: 1_800_000, cpuSeconds: 120, memoryBytes: 2048 * MIB };
const TRIES = 2;

/** Other releases have no program of this name, so the version is known. */
const recognizer: Recognizer = {
  name: 'pocketsphinx',
  version: '5prealpha',
  model: 'en-us',
  language: 'en-US',
  wantsFullBand: true,
  // One that is lost costs its window one more try, and no other window anything.
  recognize: async (file, signal, onProgress) => {
    for (let left = TRIES; ; left -= 1) {
      const { status, stdout, stderr, timedOut } = await runGuarded({
        command: COMMAND,
        args: ['-infile', file, '-time', 'yes', '-logfn', '/dev/null'],
        file,
        limits: LIMITS,
        signal,
        onProgress,
      });
      if (status === 0) return parseWords(stdout);
      if (!(await isInstalled(COMMAND))) throw new TransientFailure(failure('engine_unavailable'));
      if (left > 1 && !timedOut) continue;
      throw new TransientFailure(failure('engine_failed'), {
        cause: new Error(`status ${status}: ${stderr}`),
      });
    }
  },
};

/**
 * CMU PocketSphinx with the en-us model, as Debian packages it: no network, no GPU, about 10 % of words wrong on clean
 * speech and many more on a telephone line.
 */
export const pocketsphinx: Engine = {
  name: recognizer.name,
  find: async () => ((await isInstalled(COMMAND)) ? recognizer : null),
};

/**
 * Reads `word start end confidence` lines. Markers such as `<s>`, `<sil>`, `[SPEECH]` and `++NOISE++` are not words;
 * `(2)` names a pronunciation; lines of bare text repeat what the word lines say.
 */
export function parseWords(output: string): Word[] {
  const words: Word[] = [];
  for (const line of output.split('\n')) {
    const match = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(line.trim());
    if (match === null) continue;
    const [, token = '', start = '', end = '', confidence = ''] = match;
    if (/^[<[+]/.test(token)) continue;
    const text = token.replace(/\(\d+\)$/, '');
    words.push({
      text,
      startTime: Number(start),
      endTime: Number(end),
      // Rounding in the engine's log arithmetic can pass 1 by a hair.
      confidence: Math.min(1, Number(confidence)),
    });
  }
  return words;
}
