import type { CallType, RubricCriterion } from '@debrief/contracts/resources/rubric';
import type { CoachingContext } from '../../coach.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { isWish } from '../conduct/opt-out-fault.ts';
import { contactStretches, type RatingInput } from './indicator.ts';

/** Less than this from the contact is a greeting and a goodbye: nothing to judge an agent by. */
const CONTACT_WORDS = 10;
const CONTACT_TURNS = 2;

/** With this many words of the contact there was a conversation to lead. */
const ROOM_TO_LEAD = 40;

const charity = /\b(charit|fundrais|donat|non-?profit)/i;

export function isTooShort(conversation: Conversation): boolean {
  const turns = conversation.turns.filter(({ role }) => role === 'contact').length;
  return turns < CONTACT_TURNS || contactWords(conversation) < CONTACT_WORDS;
}

export function isCharity(category: string): boolean {
  return charity.test(category);
}

export function callTypes({ incoming, category = '' }: CoachingContext): ReadonlySet<CallType> {
  const types = new Set<CallType>();
  if (incoming === true) types.add('inbound');
  if (isCharity(category)) types.add('charity');
  return types;
}

export function applies(
  { applies: when }: RubricCriterion,
  { conversation, outcome, objections }: RatingInput,
): boolean {
  // Who wants no calls is to be asked and offered nothing, however the call ended.
  const wantsNoCalls = outcome.code === 'do_not_contact' || conversation.stretches.some(isWish);
  switch (when) {
    case 'always':
      return true;
    case 'objections':
      return objections.length > 0 && !wantsNoCalls;
    case 'open':
      return outcome.code !== 'do_not_contact' && outcome.code !== 'not_qualified';
    case 'engaged':
      return !wantsNoCalls && contactWords(conversation) >= ROOM_TO_LEAD;
  }
}

function contactWords(conversation: Conversation): number {
  return contactStretches(conversation).reduce((sum, { words }) => sum + words.length, 0);
}
