import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtempDisposable, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { NeededCommand } from '@debrief/local/packages';

export const RATE = 16_000;

/** A synthetic person: a program, one of its voices, and how fast that speaks. */
export interface Voice {
  readonly name: string;
  readonly program: 'flite' | 'festival' | 'espeak-ng';
  readonly voice: string;
  /** flite and festival: how much slower than usual; espeak-ng: words a minute. */
  readonly pace: number;
}

/**
 * No person twice: kal and slt of festival are those of flite. Wrong words of pocketsphinx on two clean sentences: 11 to
 * 32 % with those of flite and festival, 55 to 91 % with those of espeak-ng.
 */
export const voices: readonly Voice[] = [
  { name: 'slt', program: 'flite', voice: 'slt', pace: 1.05 },
  { name: 'rms', program: 'flite', voice: 'rms', pace: 1 },
  { name: 'Scot', program: 'flite', voice: 'awb', pace: 1 },
  { name: 'ked', program: 'festival', voice: 'ked_diphone', pace: 1 },
  { name: 'kal', program: 'flite', voice: 'kal16', pace: 1 },
];

/** In every fourth call one of them speaks with one of the above, so that they do not decide the whole. */
export const accents: readonly Voice[] = [
  { name: 'US woman', program: 'espeak-ng', voice: 'en-us+f5', pace: 160 },
  { name: 'Caribbean', program: 'espeak-ng', voice: 'en-029+m7', pace: 160 },
  { name: 'London woman', program: 'espeak-ng', voice: 'en-gb-x-rp+Annie', pace: 165 },
  { name: 'New York', program: 'espeak-ng', voice: 'en-us-nyc+m3', pace: 170 },
  { name: 'Scottish woman', program: 'espeak-ng', voice: 'en-gb-scotland+f4', pace: 155 },
  { name: 'Lancaster', program: 'espeak-ng', voice: 'en-gb-x-gbclan+m1', pace: 160 },
];

export const speechPrograms: readonly NeededCommand[] = [
  { command: 'flite', apt: ['flite'], brew: 'flite' },
  { command: 'espeak-ng', apt: ['espeak-ng'], brew: 'espeak-ng' },
  { command: 'sox', apt: ['sox', 'libsox-fmt-base'], brew: 'sox' },
  { command: 'text2wave', apt: ['festival', 'festvox-kdlpc16k'], brew: null },
];

const run = promisify(execFile);
/** The programs pad every line with silence; the pauses are the call's to set. */
const TRIM = 'silenceremove=start_periods=1:start_threshold=-50dB,areverse';
/** A line as a voice says it, from the folder where it was said before: samples of 16 kHz. */
export async function speak(
  voice: Pick<Voice, 'program' | 'voice' | 'pace'>,
  text: string,
  folder: string,
  signal?: AbortSignal,
): Promise<Int16Array> {
  const plain = text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/[–—…]/g, ', ');
  const { program, voice: name, pace } = voice;
  const key = createHash('sha256')
    .update(JSON.stringify([program, name, pace, plain]))
    .digest('hex')
    .slice(0, 24);
  const file = path.join(folder, `${key}.s16`);
  const bytes = await readFile(file).catch(() => say(voice, plain, file, signal));
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
}

/** @returns the raw samples, which it also leaves in the file. */
async function say(
  { program, voice: name, pace }: Pick<Voice, 'program' | 'voice' | 'pace'>,
  text: string,
  file: string,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true });
  await using scratch = await mkdtempDisposable(path.join(path.dirname(file), 'part-'));
  const [spoken, cut] = [path.join(scratch.path, 'spoken.wav'), path.join(scratch.path, 'cut')];
  const stoppable = signal === undefined ? {} : { signal };
  if (program === 'flite') {
    const stretch = ['--setf', `duration_stretch=${pace}`];
    await run('flite', ['-voice', name, ...stretch, '-t', text, '-o', spoken], stoppable);
  } else if (program === 'espeak-ng') {
    await run('espeak-ng', ['-v', name, '-s', String(pace), '-w', spoken, '--', text], stoppable);
  } else {
    const saying = run('text2wave', ['-eval', `(voice_${name})`, '-o', spoken], stoppable);
    saying.child.stdin?.end(text);
    await saying;
  }
  const options = ['-ar', String(RATE), '-ac', '1', '-f', 's16le'];
  await run(
    'ffmpeg',
    ['-nostdin', '-v', 'error', '-y', '-i', spoken, '-af', `${TRIM},${TRIM}`, ...options, cut],
    stoppable,
  );
  await rename(cut, file);
  return readFile(file);
}
