import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { findConduct } from '../src/engines/findings/conduct/find-conduct.ts';
import type { Judged } from '../src/engines/findings/feedback/moment.ts';
import { labelledConversation } from './labelled-conversation.ts';
import { labelledFindings } from './labelled-findings.ts';
import { type LabelledCall, readCalls } from './read-calls.ts';

export interface JudgedCall {
  call: LabelledCall;
  judged: Judged;
}

/**
 * The calls of these writers, or of all, each with its conduct; outcome and times as they were labelled, so that what is
 * measured is the judgement alone. `understand` makes a conversation of a call: by its labels unless told otherwise.
 */
export function judgedCalls(
  writers: readonly string[],
  understand: (call: LabelledCall) => Conversation = labelledConversation,
): JudgedCall[] {
  return globSync('calls/*.txt', { cwd: import.meta.dirname })
    .sort()
    .filter((file) => writers.length === 0 || writers.includes(path.basename(file, '.txt')))
    .flatMap((file) => readCalls(readFileSync(path.join(import.meta.dirname, file), 'utf8')))
    .map((call) => {
      const conversation = understand(call);
      const context = { ...conversation.context, category: call.trade };
      const findings = labelledFindings(call, { ...conversation, context });
      return { call, judged: { ...findings, faults: findConduct(findings) } };
    });
}
