import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import type { Agreement } from '../src/engines/findings/findings.ts';
import { negotiate } from '../src/engines/findings/times/negotiate.ts';
import type { AgreementModel } from '../src/engines/findings/times/weigh-agreements.ts';
import { foldOf, writersOf } from './cross-fit.ts';
import { loadSources } from './load-texts.ts';
import type { LabelledCall } from './read-calls.ts';

const calls = loadSources('calls');
const writers = writersOf(calls);
const writerOf = new Map(calls.map(({ writer, excerpt }) => [excerpt.id, writer]));
const models = new Map<number, AgreementModel>();

/** Where `train-agreements.ts` keeps the weights that leave a fold of writers out. */
export function agreementFile(fold: number): string {
  return path.join(import.meta.dirname, '.cross-fitted', `agreements-${fold}.json`);
}

/** What was agreed on in a call of `calls/`, by weights that have not seen its writer. */
export function unseenAgreements(call: LabelledCall, conversation: Conversation): Agreement[] {
  const writer = writerOf.get(call.id);
  if (writer === undefined) return negotiate(conversation);
  const fold = foldOf(writer, writers);
  const model = models.get(fold) ?? (JSON.parse(readFileSync(agreementFile(fold), 'utf8')) as AgreementModel);
  models.set(fold, model);
  return negotiate(conversation, model);
}
