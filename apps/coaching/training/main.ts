import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm run train:coaching` learns everything that the built-in coach has learnt, from the labelled calls beside this
 * file: what stretches do, which time stands, which words sum the call up, how calls end, which objections are listed,
 * what a promise is about, what is still to be done. About a quarter of an hour on two cores; the same calls give the
 * same files.
 */
const steps = [
  ...['train-acts', 'train-agreements', 'train-key-words', 'train-objections', 'train-outcome'],
  ...['train-second-look', 'train-objection-words', 'train-listed', 'train-meant', 'train-due'],
];

if (process.argv.includes('--help')) {
  console.log('Usage: npm run train:coaching');
} else {
  // One after the other, since each learns from what the one before makes of calls by unseen writers; and each in a
  // process of its own, since a process keeps the weights that it has read once.
  for (const step of steps) {
    const script = fileURLToPath(new URL(`${step}.ts`, import.meta.url));
    const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${step}.ts failed; see above`);
  }
}
