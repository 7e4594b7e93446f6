import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { encodeModel } from '../src/engines/built-in/classifier/model-file.ts';
import { apply } from '../src/engines/built-in/classifier/network.ts';
import { averagePrecision } from './average-precision.ts';
import { foldModel, folds, WHOLE, writersOf } from './cross-fit.ts';
import { outputs } from './examples.ts';
import { loadSources } from './load-texts.ts';
import { withSmallScales } from './quantise.ts';
import { judgeUnseen, trainContext, type Unseen } from './train-context.ts';

/**
 * `train-acts.ts` trains the classifier on the labelled calls and excerpts: the one that is kept, and one for each
 * fold of writers, on whose unseen calls the context is learnt and calibrated. The same data give the same file.
 */
const modelFile = new URL('../src/engines/built-in/classifier/acts.model', import.meta.url);
const calls = loadSources('calls');
const writers = writersOf(calls);

await crossFit();
const unseen = judgeUnseen(calls, ['written', 'bare', 'noisy']);
const context = trainContext(unseen);
report(unseen);
const whole = foldModel(WHOLE);
const network = { ...whole.network, embeddings: whole.network.embeddings.map(withSmallScales) };
const model = { ...whole, boundaries: withSmallScales(whole.boundaries), network, context };
const bytes = encodeModel(model);
writeFileSync(modelFile, bytes);
console.log(`${calls.length} calls by ${writers.length} writers; ${(bytes.length / 1e6).toFixed(2)} MB`);

/** How well each output is found in calls by unseen writers, half of whom the context has not seen either. */
function report(all: readonly Unseen[]): void {
  const isSeen = (one: Unseen) => writers.indexOf(one.writer) % 2 === 0;
  const layer = trainContext(all.filter(isSeen));
  const rows = all
    .filter((one) => !isSeen(one))
    .map(({ features, labels }) => ({ logits: apply(layer, features), features, labels }));
  const figures = outputs.map((name, output) => {
    const of = (score: (row: (typeof rows)[number]) => number) =>
      averagePrecision(rows.map((row) => ({ score: score(row), isTrue: row.labels.includes(output) })));
    const alone = of(
      ({ features }) => (features[output] as number) + (features[outputs.length + output] as number),
    );
    const inContext = of(({ logits }) => logits[output] as number);
    console.log(`${name.padEnd(26)} ${alone.toFixed(2)} ${inContext.toFixed(2)}`);
    return [alone, inContext] as const;
  });
  const mean = (i: 0 | 1) => figures.reduce((sum, figure) => sum + figure[i], 0) / figures.length;
  console.log(`${'mean average precision'.padEnd(26)} ${mean(0).toFixed(3)} ${mean(1).toFixed(3)}`);
}

/** The folds in processes of their own, as many at once as there are cores. */
async function crossFit(): Promise<void> {
  // The longest first.
  const waiting = [WHOLE, ...folds];
  const work = async () => {
    for (let fold = waiting.shift(); fold !== undefined; fold = waiting.shift()) {
      console.log(
        fold === WHOLE ? 'Training on all writers' : `Training fold ${fold + 1} of ${folds.length}`,
      );
      const script = fileURLToPath(new URL('cross-fit.ts', import.meta.url));
      const child = spawn(process.execPath, [script, String(fold)], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error('The training failed; see above');
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
