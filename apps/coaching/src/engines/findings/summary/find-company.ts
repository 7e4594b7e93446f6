import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';

const NAME = String.raw`\p{Lu}[\p{L}\p{N}'’-]*`;
const COMPANY = String.raw`${NAME}(?:\s+(?:(?:and|of|the|&)\s+)?${NAME})*`;
const AFTER_PREPOSITION = new RegExp(
  String.raw`\b(?:with|from|at|for|calling)\s+((?:the\s+)?${COMPANY})`,
  'gu',
);
/** `Home Shield and I'm calling`. */
const AND_I = /\s+(?:and|of|the|&)\s+I\b.*$/u;
const AT_START = new RegExp(String.raw`^(?:[^,.]{0,20}[,.]\s+)?(${COMPANY}),`, 'u');
const GOES_ON =
  /^\s+(?!(?:here|in|over|on|out|down|up|calling|and|how|again|at|with|we|i|is|the|speaking|this|near|by)\b)\p{Ll}/u;
const NOT_A_COMPANY =
  /^(?:Dr|Mr|Mrs|Ms|St|No|Right|So|Well|Lovely|Okay|Hi|Hello|Hey|Good|Morning|Afternoon|Evening|Thanks|Thank|I|It|This|Yeah|Yes|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/;

/** The agent's company as it was written. Null without capitals: a name in lower case has no visible end. */
export function findCompany(conversation: Conversation): { name: string; stretch: Stretch } | null {
  const { agent, contact } = conversation.transcript.speakers;
  const people = new Set(`${agent} ${contact}`.split(/\s+/));
  for (const stretch of conversation.stretches) {
    if (stretch.role !== 'agent' || chance(stretch, 'identify_company') < 0.5) continue;
    const candidates = [...stretch.text.matchAll(AFTER_PREPOSITION)].flatMap(
      ({ 0: all, 1: name = '', index }) => {
        // `the Texas energy relief program` goes on in lower case: its end is not visible.
        const isOpen = GOES_ON.test(stretch.text.slice(index + all.length));
        return isOpen ? [] : [name.replace(AND_I, '')];
      },
    );
    const first = AT_START.exec(stretch.text)?.[1];
    if (first?.includes(' ')) candidates.push(first);
    const name = candidates.find(
      (one) =>
        !NOT_A_COMPANY.test(one.replace(/^the\s+/i, '')) &&
        !one.split(/\s/).some((word) => people.has(word)) &&
        !isThing(conversation, one.replace(/^the\s+/i, '')),
    );
    if (name !== undefined) return { name, stretch };
  }
  return null;
}

/** `That Equinox`, `a RAV4`: what is pointed at or counted is sold, and sells nothing. */
function isThing({ stretches }: Conversation, name: string): boolean {
  const words = splitWords(name).map(({ text }) => text);
  return stretches.some((stretch) =>
    stretch.words.some(
      ({ text }, i) =>
        POINTING.has(text) &&
        words.every((word, k) => stretch.words[i + 1 + k]?.text === word) &&
        words.length < 3,
    ),
  );
}

const POINTING = new Set('a an that this these those your my his her their another any'.split(' '));
