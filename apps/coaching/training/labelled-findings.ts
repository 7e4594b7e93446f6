import type { Act } from '../src/engines/conversation/acts.ts';
import { acts } from '../src/engines/conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../src/engines/conversation/conversation.ts';
import type { Findings, Objection, ObjectionKind } from '../src/engines/findings/findings.ts';
import { replyTo } from '../src/engines/findings/reply-to.ts';
import { codeOf } from './labels.ts';
import type { AgreedTime, LabelledCall } from './read-calls.ts';

const LIKELY = 0.4;

/** What a call came to, as it was labelled, with objections linked to the agent's next turn: for measuring alone. */
export function labelledFindings(
  call: Pick<LabelledCall, 'disposition' | 'appointment' | 'callback'>,
  conversation: Conversation,
): Findings {
  return {
    conversation,
    outcome: {
      code: codeOf[call.disposition],
      probability: 1,
      stretches: [conversation.stretches.length - 1],
      shown: null,
    },
    objections: conversation.stretches.flatMap((stretch) => objectionIn(conversation, stretch)),
    agreements: [
      ...agreementOf('appointment', call.appointment, conversation),
      ...agreementOf('callback', call.callback, conversation),
    ],
    commitments: [],
    keyWords: { topic: null, subject: null, naming: null, need: null, obstacle: null },
  };
}

const prefix = 'object:';

function objectionIn(conversation: Conversation, stretch: Stretch): Objection[] {
  if (stretch.role !== 'contact') return [];
  const found = acts.filter((act) => act.startsWith(prefix) && chance(stretch, act) >= LIKELY);
  const best = found.sort((a, b) => chance(stretch, b) - chance(stretch, a))[0];
  if (best === undefined) return [];
  const reply = replyTo(conversation, stretch);
  const first = (...wanted: Act[]) => reply.find((one) => chance(one, ...wanted) >= LIKELY)?.index ?? null;
  return [
    {
      kind: best.slice(prefix.length) as ObjectionKind,
      isNamed: true,
      stretch: stretch.index,
      probability: chance(stretch, best),
      answer: first('answer_objection', 'state_price', 'inform'),
      acknowledged: first('acknowledge'),
      explored: first('ask_open', 'ask_closed'),
      settled: false,
      taken: null,
    },
  ];
}

function agreementOf(kind: 'appointment' | 'callback', time: AgreedTime | null, { turns }: Conversation) {
  const turn = time === null ? undefined : turns[time.turn];
  if (time === null || turn === undefined) return [];
  return [{ kind, asAgreed: time.words, at: time.at, stretches: [turn.from], probability: 1, isSure: true }];
}
