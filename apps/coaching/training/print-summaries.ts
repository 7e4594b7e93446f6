import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findCommitments } from '../src/engines/findings/commitments/find-commitments.ts';
import { composeSummary } from '../src/engines/findings/summary/compose-summary.ts';
import { agreementsOf } from './labelled-agreements.ts';
import { labelledConversation } from './labelled-conversation.ts';
import type { Disposition } from './labels.ts';
import { readCalls } from './read-calls.ts';

/** Prints the summaries of labelled calls, to be read aloud: `node print-summaries.ts w01 w02`. */
const codes: Record<Disposition, string> = {
  appointment_set: 'appointment_set',
  sale: 'sale_made',
  callback: 'callback_requested',
  not_interested: 'not_interested',
  do_not_call: 'do_not_contact',
  voicemail: 'left_voicemail',
  wrong_number: 'wrong_number',
  follow_up: 'next_step_agreed',
  not_qualified: 'not_qualified',
  gatekeeper: 'gatekeeper',
};

for (const name of process.argv.slice(2)) {
  const calls = readCalls(readFileSync(path.join(import.meta.dirname, 'calls', `${name}.txt`), 'utf8'));
  for (const call of calls) {
    const conversation = labelledConversation(call);
    const agreements = agreementsOf(call);
    const objections = conversation.stretches.flatMap(({ index, acts }) =>
      Object.keys(acts).flatMap((act) =>
        act.startsWith('object:') ? [{ kind: act.slice(7), stretches: [index], settled: false }] : [],
      ),
    );
    const commitments = findCommitments(conversation, agreements);
    const outcome = { code: codes[call.disposition] };
    const { text } = composeSummary({ conversation, outcome, agreements, objections, commitments });
    process.stdout.write(`${call.id} (${call.trade}, ${call.disposition}) ${text}\n\n`);
  }
}
