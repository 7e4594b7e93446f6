import { findPassages, findStretches } from '../src/engines/built-in/classifier/find-stretches.ts';
import type { ActModel } from '../src/engines/built-in/classifier/model-file.ts';
import type { Unit } from '../src/engines/built-in/classifier/unit-features.ts';
import { type Example, exampleOf, type LabelledText, outputs } from './examples.ts';
import { inConditions, type Source, vocabularyOf } from './load-texts.ts';
import { trainBoundaries } from './train-boundaries.ts';
import { settings, trainNetwork } from './train-network.ts';

/** In doubt a text without punctuation is cut: two halves of a stretch still do what it does. */
export const thresholds = { punctuated: 0, bare: -1 };

/** Learns where stretches begin and what each seems to do. */
export function trainModel(sources: readonly Source[], options = settings): Omit<ActModel, 'context'> {
  const vocabulary = vocabularyOf(sources);
  const texts = sources.flatMap((source) => inConditions(source, vocabulary, ['written', 'bare']));
  const boundaries = trainBoundaries(texts.map(({ text }) => text));
  const cuts = { boundaries, thresholds };
  const examples = texts.flatMap(({ text }) => examplesOf(text, cuts));
  const network = trainNetwork(examples, options);
  return { ...cuts, network, outputs };
}

/** Stretches and passages alike, as the classifier will cut them. */
function examplesOf(text: LabelledText, model: Pick<ActModel, 'boundaries' | 'thresholds'>): Example[] {
  const stretches = text.turns.flatMap((turn, index) => findStretches(model, turn, index));
  const key = ({ turn, from, to }: Unit) => `${turn}:${from}:${to}`;
  const known = new Set(stretches.map(key));
  const passages = findPassages(stretches).filter((unit) => !known.has(key(unit)));
  return [...stretches, ...passages].map((unit) => exampleOf(text, unit));
}
