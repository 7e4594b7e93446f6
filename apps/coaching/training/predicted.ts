import { transcriptOf } from '@debrief/contracts/scripted-call';
import { loadModel } from '../src/engines/built-in/classifier/load-model.ts';
import { readConversation } from '../src/engines/built-in/classifier/read-conversation.ts';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { hash } from '../src/engines/conversation/hash.ts';
import { foldModel, withoutWriter } from './cross-fit.ts';
import { contextOf } from './labelled-conversation.ts';
import { loadSources, vocabularyOf } from './load-texts.ts';
import type { LabelledCall } from './read-calls.ts';
import { seeded } from './seeded.ts';
import { bareText, type Condition, noisyText } from './vary.ts';

/** The context layer is the one that is kept: it has seen the labels of all writers. */
const modelWithout = withoutWriter((fold) => ({ ...foldModel(fold), context: loadModel().context }));

/**
 * A call of `calls/` as the classifier understands it whose networks have not seen its writer; any other call as the
 * one that is kept does.
 */
export function predictedConversation(call: LabelledCall, condition: Condition = 'written'): Conversation {
  const heard = hearing(call, condition);
  const turns = call.turns.map(({ speaker, stretches }) => ({
    speaker,
    text: heard(stretches.map(({ text }) => text).join(' ')),
  }));
  const transcript = transcriptOf(call.agent, call.contact, turns);
  return readConversation(modelWithout(call) ?? loadModel(), transcript, contextOf(call));
}

/** What becomes of the text of each turn, one after the other. */
function hearing({ id }: LabelledCall, condition: Condition): (text: string) => string {
  if (condition === 'written') return (text) => text;
  if (condition === 'bare') return bareText;
  const random = seeded(hash(`${id} ${condition}`));
  return (text) => noisyText(text, spokenWords(), random);
}

let vocabulary: readonly string[] | undefined;

function spokenWords(): readonly string[] {
  vocabulary ??= vocabularyOf(loadSources('calls'));
  return vocabulary;
}
