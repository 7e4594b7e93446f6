import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { ObjectionKind } from '../findings.ts';
import { contactName, said, sentence, takenUp } from '../said.ts';
import type { FindMoments, Judged } from './moment.ts';
import behind from './questions-behind.json' with { type: 'json' };

const LIKELY = 0.4;
const NEEDED = 0.45;
const DOUBT = 0.3;
const TRACE = 0.2;
/** What is asked about an objection depends on its kind. */
const SURELY = 0.6;
const BEHIND_NEEDS = 0.3;
const CLOSED_QUESTIONS = 3;
const TELLING_WORDS = 6;
const MOST_WORDS = 30;
/** With less from the contact there was no time to ask anything. */
const CONTACT_WORDS = 40;
const behindObjection: Partial<Record<ObjectionKind, { ask: string }>> = behind;

/** All questions could be answered with a word, or there were none, although there was something to find out. */
export const noOpenQuestions: FindMoments = (judged) => {
  const { conversation, outcome } = judged;
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  const most = Math.max(0, ...own.map((one) => chance(one, 'ask_open')));
  if (outcome.code === 'do_not_contact' || most >= TRACE || isBrief(conversation)) return [];
  const told = worthAsking(judged);
  if (told === undefined) return [];
  const closed = own.filter((one) => isClosed(one) && one.turn !== told.given.turn);
  const example = closed.reduce<Stretch | undefined>(
    (best, one) =>
      best === undefined || chance(one, 'ask_closed') > chance(best, 'ask_closed') ? one : best,
    undefined,
  );
  const name = contactName(conversation);
  const fault =
    example !== undefined && closed.length >= CLOSED_QUESTIONS
      ? `Each of your questions could be answered with a word, such as ${said(conversation, example)}.`
      : `You asked ${name} no open question.`;
  const text = `${fault} When ${name} said ${said(conversation, told.given)}, you could have asked "${takenUp(told.given)}${sentence(told.ask)}" An open question finds out what you did not think to ask.`;
  const stretches = [told.given.index, ...(fault.includes('such as') && example ? [example.index] : [])];
  return [{ kind: 'open questions', text, stretches, probability: 1 - most, worth: 1.8 }];
};

function isClosed(one: Stretch): boolean {
  return (
    chance(one, 'ask_closed') >= LIKELY && one.words.length >= 4 && chance(one, 'ask_for_person') < DOUBT
  );
}

function isBrief({ stretches }: Conversation): boolean {
  const theirs = stretches.filter(({ role }) => role === 'contact');
  return theirs.reduce((sum, { words }) => sum + words.length, 0) < CONTACT_WORDS;
}

/** What the contact told that says most, with the question that would have gone on from there. */
function worthAsking({ conversation, objections }: Judged): { given: Stretch; ask: string } | undefined {
  const found = conversation.stretches.flatMap((given) => {
    const isTold =
      given.role === 'contact' &&
      given.words.length >= TELLING_WORDS &&
      given.words.length <= MOST_WORDS &&
      takenUp(given) !== '' &&
      chance(given, 'ask_open', 'ask_closed', 'goodbye', 'wrong_person', 'gatekeep') < DOUBT &&
      chance(given, 'greeting', 'identify_self', 'state_purpose') < LIKELY;
    if (!isTold) return [];
    const need = chance(given, 'state_need');
    if (need >= NEEDED && chance(given, 'state_purpose') < LIKELY)
      return [{ given, ask: 'What does that mean for you?', worth: need }];
    const kind = objections.find(({ stretch }) => stretch === given.index)?.kind;
    const ask = kind === undefined ? undefined : behindObjection[kind]?.ask;
    const worth = kind === undefined ? 0 : chance(given, `object:${kind}`);
    return ask === undefined || worth < SURELY ? [] : [{ given, ask, worth: worth - BEHIND_NEEDS }];
  });
  return found.reduce<(typeof found)[number] | undefined>(
    (best, one) => (best === undefined || one.worth > best.worth ? one : best),
    undefined,
  );
}
