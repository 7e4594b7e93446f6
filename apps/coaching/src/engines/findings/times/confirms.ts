import type { Stretch } from '../../conversation/conversation.ts';

const CONFIRMS = new Set(['confirm', 'confirming', 'confirmation', 'remind', 'reminding', 'reminder']);

/** Whether what is named here for the first time was agreed before the call. */
export function confirms(stretch: Stretch | undefined): boolean {
  return stretch?.words.some(({ text }) => CONFIRMS.has(text)) ?? false;
}
