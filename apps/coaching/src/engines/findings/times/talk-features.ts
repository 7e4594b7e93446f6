import type { Act } from '../../conversation/acts.ts';
import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { replyTo } from '../reply-to.ts';
import { says } from './act-history.ts';
import { type Candidate, clockRelation, dayRelation } from './candidates.ts';
import { type Features, most, note, noteMost, puts, roles, stretchesOf } from './features.ts';
import type { Heard } from './heard.ts';
import { type WordClass, wordClassNames } from './talk-words.ts';

const named = [
  ...([
    'propose_time',
    'counter_time',
    'accept',
    'recap',
    'correct',
    'promise',
    'decline',
    'retract',
  ] as const),
  ...(['defer', 'request', 'inform', 'state_purpose', 'ask_closed', 'propose_step', 'state_need'] as const),
  ...(['pitch', 'object:no_time', 'object:timing', 'leave_message', 'gatekeep', 'goodbye'] as const),
  ...(['thanks', 'backchannel', 'small_talk'] as const),
] satisfies Act[];
const replied = [
  ...(['accept', 'recap', 'correct', 'promise', 'decline', 'retract', 'defer', 'request'] as const),
  ...(['counter_time', 'propose_time', 'backchannel', 'inform', 'thanks', 'goodbye', 'ask_closed'] as const),
  ...(['ask_open', 'object:timing', 'object:no_time', 'object:not_interested', 'object:authority'] as const),
  ...(['propose_step'] as const),
] satisfies Act[];

/** What is done where a time is named, in the reply, in the reply to that, and from then on. */
export function noteTalkFeatures(
  features: Features,
  { conversation, history }: Heard,
  candidate: Candidate,
): void {
  const own = stretchesOf(candidate.support);
  const [first, last] = [own[0] as Stretch, own.at(-1) as Stretch];
  const { stretches } = conversation;
  for (const role of roles)
    noteMost(
      features,
      role,
      own.filter((one) => one.role === role),
      named,
    );
  noteMost(features, 'last', [last], named);
  const reply = replyTo(conversation, last);
  const end = reply.at(-1);
  const rest = last.index + 1;
  noteMost(features, 'reply', reply, replied);
  noteMost(features, 'reply to reply', end === undefined ? [] : replyTo(conversation, end), replied);
  for (const act of replied) note(features, `rest ${act}`, history.mostFrom(act, rest));
  note(features, 'no reply', Number(end === undefined));
  noteAnswers(features, conversation, candidate);
  const sides = roles.map((role) => settling(own.filter((one) => one.role === role)));
  note(features, 'settled by both', Math.min(...sides));
  note(features, 'settled', Math.log1p(settling(own)));
  const near = stretches.slice(Math.max(0, first.index - 1), last.index + 3);
  for (const wordClass of wordClassNames) {
    note(features, `${wordClass} beside`, anySays(own, wordClass));
    note(features, `${wordClass} beside last`, anySays([last], wordClass));
    note(features, `${wordClass} in reply`, anySays(reply, wordClass));
    note(features, `${wordClass} in rest`, Number(history.saysFrom(wordClass, rest)));
    note(features, `${wordClass} near`, anySays(near, wordClass));
  }
}

/** What was answered wherever as much of the time was named as ever was. */
function noteAnswers(features: Features, conversation: Conversation, { time, support }: Candidate): void {
  const hours = support.filter((mention) => clockRelation(time, mention) === 'same');
  const both = hours.filter((mention) => dayRelation(time, mention) === 'same');
  const fullest = stretchesOf(both.length > 0 ? both : hours.length > 0 ? hours : support);
  const answers = fullest.map((stretch) => ({ stretch, reply: replyTo(conversation, stretch) }));
  noteMost(
    features,
    'any reply',
    answers.flatMap(({ reply }) => reply),
    replied,
  );
  let [agreed, refused] = [0, 0];
  for (const { stretch, reply } of answers) {
    agreed = 1 - (1 - agreed) * (1 - puts(stretch) * most(reply, 'accept'));
    refused = Math.max(refused, puts(stretch) * most(reply, 'decline', 'defer', 'counter_time'));
  }
  note(features, 'put and accepted', agreed);
  note(features, 'put and refused', refused);
}

function settling(stretches: readonly Stretch[]): number {
  const acts = ['propose_time', 'counter_time', 'recap', 'correct', 'accept'] as const;
  return stretches.reduce(
    (sum, stretch) => sum + acts.reduce((own, act) => own + (stretch.acts[act] ?? 0), 0),
    0,
  );
}

function anySays(stretches: readonly Stretch[], wordClass: WordClass): number {
  return Number(stretches.some((stretch) => says(stretch, wordClass)));
}
