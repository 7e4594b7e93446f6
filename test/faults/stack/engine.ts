import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const COMMAND = 'pocketsphinx_continuous';
const FOLDER_OF_PROGRAMS = '/usr/local/bin';
/** Where it is told what to do and notes its calls: a child of the worker sees of our folders only what is in /usr. */
const CONTROL = '/usr/local/games';

/**
 * A stand-in for the speech engine, which is a program of others: it takes as long as wanted for a window and costs no
 * CPU, can hang, and can be missing. Only Debrief sees it, in a mount namespace of its own.
 */
export interface Engine {
  /** Shell lines that put it in place within the namespace. */
  readonly mounts: readonly string[];
  /** How long it takes for a window. */
  takes(seconds: number): void;
  /** So many of the next windows never end: it waits for nothing, or counts for ever. */
  hang(windows: number, how?: 'idle' | 'busy'): void;
  remove(): void;
  install(): void;
  /** Windows it was given. */
  calls(): number;
}

export function createEngine(folder: string): Engine {
  const programs = path.join(folder, 'programs');
  const original = path.join(folder, 'original-programs');
  const control = path.join(folder, 'engine');
  const hidden = path.join(folder, 'hidden');
  for (const made of [programs, original, control]) mkdirSync(made);
  // The engine may run as a user of its own.
  chmodSync(control, 0o777);
  writeFileSync(hidden, '', { mode: 0o444 });
  const write = (name: string, text: string): void => {
    const file = path.join(control, name);
    writeFileSync(file, text);
    chmodSync(file, 0o666);
  };
  write('calls', '');
  write('hangs', '0\n');
  write('how', 'idle\n');
  write('seconds', '0.3\n');

  // Mounted over the folder of programs, ours would hide what else is there.
  for (const name of existsSync(FOLDER_OF_PROGRAMS) ? readdirSync(FOLDER_OF_PROGRAMS) : [])
    if (name !== COMMAND) symlinkSync(path.join(original, name), path.join(programs, name));
  const installed = path.join(programs, COMMAND);
  const aside = path.join(control, 'removed');
  writeFileSync(installed, script(CONTROL));
  chmodSync(installed, 0o755);

  return {
    mounts: [
      `mount --bind ${FOLDER_OF_PROGRAMS} '${original}'`,
      `mount --bind '${programs}' ${FOLDER_OF_PROGRAMS}`,
      `mount --bind '${control}' ${CONTROL}`,
      `if [ -e /usr/bin/${COMMAND} ]; then mount --bind '${hidden}' /usr/bin/${COMMAND}; fi`,
    ],
    takes: (seconds) => write('seconds', `${seconds}\n`),
    hang(windows, how = 'idle') {
      write('how', `${how}\n`);
      write('hangs', `${windows}\n`);
    },
    remove() {
      if (existsSync(installed)) renameSync(installed, aside);
    },
    install() {
      if (existsSync(aside)) renameSync(aside, installed);
    },
    calls: () => readFileSync(path.join(control, 'calls'), 'utf8').split('\n').length - 1,
  };
}

const WORDS = 'hello this is a short call about solar panels thank you';

/** Answers as the engine does: a line of text, then one for each word with its times and its confidence. */
function script(control: string): string {
  const lines = WORDS.split(' ').map(
    (word, index) => `${word} ${(index * 0.15).toFixed(3)} ${(index * 0.15 + 0.1).toFixed(3)} 0.900000`,
  );
  return `#!/bin/sh
echo call >> '${control}/calls'
hangs=$(cat '${control}/hangs')
if [ "$hangs" -gt 0 ]; then
  echo $((hangs - 1)) > '${control}/hangs'
  if [ "$(cat '${control}/how')" = busy ]; then while :; do :; done; fi
  exec sleep 100000
fi
sleep "$(cat '${control}/seconds')"
echo '${WORDS}'
${lines.map((line) => `echo '${line}'`).join('\n')}
`;
}
