import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { type Action, findActions } from './find-actions.ts';
import { isDuringCall } from './is-for-later.ts';
import { areOfOneKind } from './merge-commitments.ts';
import { spokenWords } from './spoken-words.ts';
import { weakVerbs } from './word-classes.ts';

const ASKED_FROM = 0.35;
const DECLINED_FROM = 0.3;
const NEGATED = /n['’]t\b|\bnot\b/i;

/** What the other side asked for right before a promise. */
export interface Request {
  line: Stretch;
  action: Action;
}

/** `Could you email me the form?` `Yes, I'll do that`: what is promised is what was asked for, the last of it first. */
export function askedFor(
  conversation: Conversation,
  promise: Stretch,
  promised: readonly Action[],
): Request[] {
  const { stretches, turns } = conversation;
  const turnOf = (turn: number): readonly Stretch[] =>
    stretches.slice(turns[turn]?.from ?? 0, turns[turn]?.to ?? 0);
  const isDeclined = turnOf(promise.turn).some((one) => chance(one, 'decline') >= DECLINED_FROM);
  if (isDeclined || turnOf(promise.turn).some(({ text }) => NEGATED.test(text))) return [];
  return turnOf(promise.turn - 1)
    .toReversed()
    .filter((line) => line.role !== promise.role && chance(line, 'request') >= ASKED_FROM)
    .flatMap((line) =>
      findActions(spokenWords(conversation, line), 'request')
        .filter((action) => promised.some((one) => mayBe(one, action)))
        .filter((action) => !isDuringCall(conversation, line, action, 'request', true))
        .map((action) => ({ line, action })),
    );
}

/** `I'll phone them` is something else than what was asked for with `put`; `I'll get that to you` may be anything. */
function mayBe({ words: [promised] }: Action, { words: [asked] }: Action): boolean {
  const verb = promised?.text ?? '';
  return weakVerbs.has(verb) || areOfOneKind(verb, asked?.text ?? '') || !CALLING.has(verb);
}

const CALLING = new Set('call ring phone try'.split(' '));
