import { type Act, acts } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Fault } from '../conduct/fault.ts';
import { likeliest } from '../rating/indicator.ts';
import { wordsBefore } from '../reply-to.ts';
import { contactName, said, sentence, takenUp } from '../said.ts';

/** What to say instead of what an agent must not say, in the words of this call. */
export function faultAdvice(conversation: Conversation, { kind, stretches }: Fault): string {
  const name = contactName(conversation);
  const quoted = stretches.flatMap((index) => conversation.stretches[index] ?? []);
  const [first, second] = quoted.map((one) => said(conversation, one));
  const agent = quoted.findLast(({ role }) => role === 'agent');
  const own = agent === undefined ? '' : ownWords(conversation, agent);
  switch (kind) {
    case 'opt_out_obstructed':
    case 'opt_out_ignored':
      return `${sentence(name)} said ${first}, and you answered ${second}. Say "I am taking you off the list right now, ${name === 'the contact' ? 'and nobody will call you again' : name}", and end the call. Nobody should have to ask twice to be left alone.`;
    case 'pressure_on_vulnerable':
      return `${sentence(name)} had told you ${first}, and you pushed: ${second}. Say "${own}Take your time, and talk it over with somebody you trust." Somebody in that situation cannot be hurried fairly.`;
    case 'personal_remark':
      return `Leave out remarks such as ${first}. ${instead(conversation, agent)}A remark like this is what ${name} will remember of the call.`;
    case 'disparagement':
      return `Do not run others down, as in ${first}. Ask "${own}What do you like about it, and what would you change?" Whoever speaks ill of what ${name} chose speaks ill of ${name}.`;
    case 'false_urgency':
      return `Leave out what is meant to hurry or frighten ${name}: ${first}. Say "${own}Take the time you need. When shall we talk again?" A deadline or a danger that you cannot show costs you the trust you need.`;
    case 'pressure':
      return pushed(conversation, agent, own);
    case 'hidden_price':
      return `${sentence(name)} asked ${first} and got ${second}. Give a figure or an honest range, and say what it depends on. A price that is hidden sounds high.`;
    case 'talking_over':
      return `You started to talk before ${name} had finished, for example with ${first}. Wait a second before you answer. What people say last is often what matters to them.`;
    case 'no_company':
      return `${sentence(name)} never heard which company you call from; the call began ${first}. Say your name and your company in the first sentence. Nobody trusts a caller without either.`;
    case 'no_name':
      return `${sentence(name)} never heard your name; the call began ${first}. Say your name and your company in the first sentence. Nobody trusts a caller without either.`;
  }
}

const reluctance: readonly Act[] = ['state_need', ...acts.filter((act) => act.startsWith('object:'))];

/** What the contact had last brought up before this, as the agent could say it back; empty where nothing is sure. */
function ownWords({ stretches }: Conversation, { index }: Stretch): string {
  const given = stretches.findLast(
    (one) =>
      one.role === 'contact' && one.index < index && chance(one, ...reluctance) >= 0.6 && takenUp(one) !== '',
  );
  return given === undefined ? '' : takenUp(given);
}

/** What the contact had brought up, which the agent could have spoken of. */
function instead(conversation: Conversation, agent: Stretch | undefined): string {
  const needs = conversation.stretches.filter(
    (one) => one.role === 'contact' && chance(one, 'state_need') >= 0.6 && one.index < (agent?.index ?? 0),
  );
  const need = needs.at(-1);
  return need === undefined
    ? ''
    : `Speak of what ${contactName(conversation)} told you instead: ${said(conversation, need)}. `;
}

/** A no to everything; one to a time is none. */
const refusing: readonly Act[] = ['opt_out', 'object:not_interested'];

const hesitating: readonly Act[] = ['decline', 'defer'];

function pushed(conversation: Conversation, agent: Stretch | undefined, own: string): string {
  if (agent === undefined) return 'You pushed where you could have asked.';
  const name = contactName(conversation);
  const given = likeliest(wordsBefore(conversation, agent), ...refusing, ...hesitating, ...reluctance);
  const isTold =
    given !== undefined && given.words.length > 2 && chance(given, ...refusing, ...hesitating) >= 0.4;
  const what = isTold
    ? `When ${name} said ${said(conversation, given)}, you pushed: ${said(conversation, agent)}.`
    : `You pushed: ${said(conversation, agent)}.`;
  return isTold && chance(given, ...refusing) >= 0.5
    ? `${what} Say "All right, I will leave it there." Pushing against a no does not win anybody, and is what people remember.`
    : `${what} Say "${own}That is your decision, and I will take your answer.", and wait for it. Pushing gets you a no, or a yes that does not last.`;
}
