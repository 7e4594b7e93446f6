import path from 'node:path';
import { parseArgs } from 'node:util';
import { engineNames } from '../../apps/transcription/src/engines/choose-engine.ts';
import { readCount } from '../run-bench.ts';

const TEXTS = path.resolve(import.meta.dirname, '../../apps/coaching/training/unseen/calls.json');
const HELP = `Usage: npm run bench:speech -- [options]

Makes calls of synthetic voices whose words and speakers are known, has the transcription worker of npm start transcribe
them with each engine that can be used here, and prints how many words are wrong, how much speech is put down to the
right speaker, and what it takes. Recordings in bench/audio/real are measured too (bench/speech/README.md). Then compares
the worker with the bare engine. Starts its own NATS and worker.

Options:
  --calls N      generated calls; 0: none (default 20)
  --seconds N    about how long each is (default 60)
  --texts FILE   labelled calls whose words are said (default apps/coaching/training/unseen/calls.json)
  --seed N       another seed gives other texts, voices and pauses (default 1)
  --engine LIST  engines; others are left out: ${engineNames.join(', ')} (default: all that can be used)
  --only LIST    calls whose name contains one of these: stereo, mono, clean, telephone, noise, hum, clipped, real, 07
  --rounds N     rounds of the comparison with the bare engine; 0: none (default 5)
  --keep FOLDER  writes each transcript there, and what was compared as said.trn and heard.trn for sclite
  --output FILE  Markdown file whose figures are replaced; empty: none (default docs/transcription.md, none with --only
                 or --engine)
  --help         show this

Prints progress on stderr and the figures on stdout. Generated audio is kept in the temporary folder. Ctrl-C ends
everything it started. MODELS_DIR and the settings of the worker are read from the environment, as by npm start.
`;

export interface Options {
  readonly calls: number;
  readonly seconds: number;
  readonly seed: number;
  /** Labelled calls as JSON. */
  readonly texts: string;
  readonly engines: readonly string[];
  /** Empty: all calls. */
  readonly only: readonly string[];
  readonly rounds: number;
  /** Folder for transcripts; empty: none. */
  readonly keep: string;
  /** Empty: none. */
  readonly output: string;
}

/** @returns null after printing the help. @throws for what is not an option. */
export function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      texts: { type: 'string', default: TEXTS },
      engine: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      keep: { type: 'string', default: '' },
      output: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return null;
  }
  const list = (text: string) => text.split(',').filter(Boolean);
  const engines = list(values.engine);
  const unknown = engines.find((name) => !engineNames.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`--engine knows ${engineNames.join(', ')}, not ${unknown}`);
  const only = list(values.only);
  const isPart = engines.length > 0 || only.length > 0;
  const count = (name: 'calls' | 'rounds') => (values[name] === '0' ? 0 : readCount(name, values[name]));
  return {
    ...{ calls: count('calls'), rounds: count('rounds') },
    ...{ seconds: readCount('seconds', values.seconds), seed: readCount('seed', values.seed) },
    // `npm run` changes to the project's folder and keeps the user's in INIT_CWD.
    texts: path.resolve(process.env.INIT_CWD ?? process.cwd(), values.texts),
    ...{ engines: engines.length > 0 ? engines : engineNames, only },
    keep: values.keep,
    output: values.output ?? (isPart ? '' : 'docs/transcription.md'),
  };
}
