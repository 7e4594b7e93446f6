import type { Conversation, Stretch } from '../../conversation/conversation.ts';

/** `I just want to come off whatever list it is`: said in so many words it is a wish to be left alone, whatever else is likely. */
const OFF_LIST = /\boff (?:of )?(?:your|the|that|this|any|every|whatever) (?:\p{L}+ )?lists?\b/iu;

/** The contact's line that asks to be taken off the list. */
export function asksOffList({ stretches }: Conversation): Stretch | null {
  return stretches.findLast(({ role, text }) => role === 'contact' && OFF_LIST.test(text)) ?? null;
}
