import { judge } from '../src/engines/built-in/classifier/classify.ts';
import {
  contextFeatures,
  contextSize,
  sigmoid,
} from '../src/engines/built-in/classifier/context-features.ts';
import { apply, type Layer } from '../src/engines/built-in/classifier/network.ts';
import { Adam } from './adam.ts';
import { foldModel, foldOf, writersOf } from './cross-fit.ts';
import { exampleOf, outputs } from './examples.ts';
import { inConditions, type Source, vocabularyOf } from './load-texts.ts';
import { seeded, shuffled } from './seeded.ts';
import type { Condition } from './vary.ts';

/** What a model made of a stretch by a writer it had not seen, and what the writer said it does. */
export interface Unseen {
  writer: string;
  condition: Condition;
  features: Float32Array;
  labels: number[];
}

/** Every stretch of every call, judged by the model of the fold that left its writer out. */
export function judgeUnseen(calls: readonly Source[], conditions: readonly Condition[]): Unseen[] {
  const writers = writersOf(calls);
  const vocabulary = vocabularyOf(calls);
  const models = new Map<number, ReturnType<typeof foldModel>>();
  return calls.flatMap((source) => {
    const { writer } = source;
    const fold = foldOf(writer, writers);
    const model = models.get(fold) ?? foldModel(fold);
    models.set(fold, model);
    return inConditions(source, vocabulary, conditions).flatMap(({ condition, text }) => {
      const judged = judge(model, text.turns);
      const features = [...contextFeatures(judged)];
      return judged.map(({ unit }, i): Unseen => {
        const { labels } = exampleOf(text, unit);
        return { writer, condition, features: features[i] as Float32Array, labels };
      });
    });
  });
}

const EPOCHS = 6;
const BATCH = 64;
const RATE = 0.002;
/** Holds the weights near what they are without data: a stretch does what it seems to do. */
const DECAY = 0.002;

/** Logistic regression of each output on all context features (Platt scaling where only its own would count). */
export function trainContext(unseen: readonly Unseen[]): Layer {
  const inputs = contextSize(outputs.length);
  const start = startingWeights(inputs);
  const change = {
    inputs,
    outputs: outputs.length,
    weights: new Float32Array(start.length),
    biases: new Float32Array(outputs.length),
  };
  const layer: Layer = { ...change, weights: start.slice() };
  const adam = new Adam(change, RATE, DECAY);
  const random = seeded(5);
  const slope = new Float32Array(inputs);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const order = shuffled(unseen.length, random);
    for (let at = 0; at < order.length; at += BATCH) {
      const batch = order.slice(at, at + BATCH);
      for (const i of batch) {
        const { features, labels } = unseen[i] as Unseen;
        const error = apply(layer, features).map(sigmoid);
        for (const label of labels) error[label] = (error[label] as number) - 1;
        adam.collect(features, error, slope);
      }
      adam.step(batch.length, 1 - (0.9 * epoch) / EPOCHS);
      for (let i = 0; i < start.length; i += 1)
        layer.weights[i] = (start[i] as number) + (change.weights[i] as number);
      layer.biases.set(change.biases);
    }
  }
  return layer;
}

/** A stretch's own two logits, halved in the features, count alike. */
function startingWeights(inputs: number): Float32Array {
  const weights = new Float32Array(inputs * outputs.length);
  outputs.forEach((_, o) => {
    weights[o * outputs.length + o] = 1;
    weights[(outputs.length + o) * outputs.length + o] = 1;
  });
  return weights;
}
