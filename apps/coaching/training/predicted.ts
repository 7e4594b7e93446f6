import { transcriptOf } from '@debrief/contracts/scripted-call';
import { loadModel } from '../src/engines/built-in/classifier/load-model.ts';
import type { ActModel } from '../src/engines/built-in/classifier/model-file.ts';
import { readConversation } from '../src/engines/built-in/classifier/read-conversation.ts';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { hash } from '../src/engines/conversation/hash.ts';
import { foldModel, foldOf, writersOf } from './cross-fit.ts';
import { contextOf } from './labelled-conversation.ts';
import { loadSources, vocabularyOf } from './load-texts.ts';
import type { LabelledCall } from './read-calls.ts';
import { seeded } from './seeded.ts';
import { bareText, type Condition, noisyText } from './vary.ts';

const calls = loadSources('calls');
const writers = writersOf(calls);
const vocabulary = vocabularyOf(calls);
const writerOf = new Map(calls.map(({ writer, excerpt }) => [excerpt.id, writer]));
const models = new Map<number, ActModel>();

/**
 * A call of `calls/` as the classifier understands it that has not seen its writer, with the context layer of the one
 * that is kept; a call of `held-out/` as the one that is kept does.
 */
export function predictedConversation(call: LabelledCall, condition: Condition = 'written'): Conversation {
  const writer = writerOf.get(call.id);
  const model = writer === undefined ? loadModel() : modelWithout(writer);
  const random = seeded(hash(`${call.id} ${condition}`));
  const turns = call.turns.map(({ speaker, stretches }) => {
    const text = stretches.map((stretch) => stretch.text).join(' ');
    const heard = condition === 'bare' ? bareText(text) : noisyText(text, vocabulary, random);
    return { speaker, text: condition === 'written' ? text : heard };
  });
  return readConversation(model, transcriptOf(call.agent, call.contact, turns), contextOf(call));
}

function modelWithout(writer: string): ActModel {
  const fold = foldOf(writer, writers);
  const model = models.get(fold) ?? { ...foldModel(fold), context: loadModel().context };
  models.set(fold, model);
  return model;
}
