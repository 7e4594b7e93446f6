import { bare, quoteOf } from '../conversation/claim.ts';
import type { Conversation, Stretch } from '../conversation/conversation.ts';

const MOST_WORDS = 24;

/** A stretch inside a sentence, in quotation marks; a long one up to a word's end. */
export function said(stretch: Stretch): string {
  const text = bare(quoteOf(stretch)).replaceAll('"', "'");
  const words = text.split(/\s+/);
  const short =
    words.length <= MOST_WORDS
      ? text
      : `${words
          .slice(0, MOST_WORDS)
          .join(' ')
          .replace(/[,;:.]$/, '')} …`;
  return `"${short}"`;
}

const LEAST_WORDS = 3;
const MOST_FRAGMENT_WORDS = 10;

/** A clause of a stretch as the start of a question about it: `You said 'the sill is wet'. `; empty where none is short. */
export function takenUp({ text }: Stretch): string {
  const clauses = text
    .replaceAll('"', '')
    .split(/[,;.?!](?:\s|$)/)
    .map((part) => part.trim())
    .filter((part) => {
      const words = part.split(/\s+/).length;
      return words >= LEAST_WORDS && words <= MOST_FRAGMENT_WORDS;
    });
  const longest = clauses.reduce((best, part) => (part.length > best.length ? part : best), '');
  return longest === '' ? '' : `You said '${longest}'. `;
}

const titles = /^(mr|mrs|ms|miss|dr|doctor|sir|madam|father|sister|pastor|reverend|rev|prof|professor)\.?$/i;

/** The contact as the sentences name them; names come in lower case, and sometimes there is none. */
export function contactName({ people, transcript }: Conversation): string {
  const given = people.contact.trim();
  const name = titles.test(given) ? transcript.speakers.contact.trim() : given;
  if (name === '' || /^(contact|customer|client|unknown)$/i.test(name)) return 'the contact';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** For the start of a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1:18`, as players show it. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
