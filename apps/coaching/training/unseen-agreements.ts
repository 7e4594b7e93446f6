import type { Conversation } from '../src/engines/conversation/conversation.ts';
import type { Agreement } from '../src/engines/findings/findings.ts';
import { negotiate } from '../src/engines/findings/times/negotiate.ts';
import type { AgreementModel } from '../src/engines/findings/times/weigh-agreements.ts';
import { keptFold, withoutWriter } from './cross-fit.ts';
import type { LabelledCall } from './read-calls.ts';

/** Kept by `train-agreements.ts`. */
const modelWithout = withoutWriter((fold) => keptFold('agreements', fold) as AgreementModel);

/** What was agreed on in a call of `calls/`, by weights that have not seen its writer. */
export function unseenAgreements(call: LabelledCall, conversation: Conversation): Agreement[] {
  const model = modelWithout(call);
  return model === null ? negotiate(conversation) : negotiate(conversation, model);
}
