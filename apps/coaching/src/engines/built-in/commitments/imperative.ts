import actions from '../lexicons/action-phrases.json' with { type: 'json' };
import wordClasses from '../lexicons/classes.json' with { type: 'json' };
import times from '../lexicons/times.json' with { type: 'json' };
import type { ConversationDocument } from '../text/document.ts';
import type { ActionSpan } from './phrase-action.ts';

/** Who does it and whom it concerns, by first name. */
export interface People {
  agent: string;
  contact: string;
}

const calls = new Set(actions.give_call);
const messages = new Set(actions.give_message);
const proper = new Set([
  ...wordClasses.day,
  ...wordClasses.month,
  ...times.months.filter((m) => m !== 'may' && m !== 'march'),
]);
/** After these `you` ends the object: `call you on Monday`, `text you tonight`. */
const adverbial = new Set(actions.after_object);
/** After these `you` is a subject: `before you come`. */
const subordinators = new Set(actions.subordinators);

/** `send you the proposal by email` → `Send the proposal by email`: the agent's own to-do, in the words spoken. */
export function agentImperative(document: ConversationDocument, span: ActionSpan, people: People): string {
  const tokens = surfaceTokens(document, span);
  return sentence(
    addressed(openedGive(tokens), people.contact),
    { me: '', my: 'the', our: 'the', us: '' },
    people.contact,
  );
}

/** `find my last bill before you come` → `Angela to find their last bill before you come`. */
export function contactImperative(document: ConversationDocument, span: ActionSpan, people: People): string {
  const tokens = surfaceTokens(document, span);
  const words = sentence(
    tokens,
    {
      me: 'them',
      my: 'their',
      our: 'their',
      us: 'them',
      i: 'they',
      we: 'they',
    },
    people.agent,
  );
  return `${people.contact} to ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** `bring your current policy`, asked by the agent of the contact. */
export function askedImperative(document: ConversationDocument, span: ActionSpan, people: People): string {
  const tokens = surfaceTokens(document, span);
  const words = sentence(
    tokens,
    {
      your: 'their',
      you: 'they',
      me: people.agent,
      us: people.agent,
      my: 'the',
      our: 'the',
    },
    people.contact,
  );
  return `${people.contact} to ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** `send me the proposal`, asked by the contact of the agent. */
export function requestedImperative(
  document: ConversationDocument,
  span: ActionSpan,
  people: People,
): string {
  const tokens = surfaceTokens(document, span);
  const swapped = openedGive(tokens).map((token) =>
    token.text === 'me' || token.text === 'us' ? { text: 'you', written: 'you' } : token,
  );
  return sentence(
    addressed(swapped, people.contact),
    { my: 'their', our: 'their', i: 'they', we: 'they' },
    people.contact,
  );
}

interface Token {
  text: string;
  written: string;
}

/** Words as written in the transcript, one for each place: opened contractions come back together. */
function surfaceTokens(document: ConversationDocument, { from, to }: ActionSpan): Token[] {
  const tokens: Token[] = [];
  let place = '';
  for (let i = from; i < to; i += 1) {
    const word = document.words[i];
    if (word === undefined) continue;
    const here = `${word.segment}:${word.start}`;
    if (here === place) continue;
    place = here;
    const written = document.transcript.segments[word.segment]?.text.slice(word.start, word.end) ?? word.text;
    tokens.push({
      text: word.text,
      written: /\p{Ll}/u.test(written) || written.length < 2 ? written : written.toLowerCase(),
    });
  }
  return tokens;
}

/** `give you a call` is calling, `shoot you an email` is sending one. */
function openedGive(tokens: readonly Token[]): Token[] {
  const [verb, object, article, noun] = tokens;
  if (
    verb === undefined ||
    noun === undefined ||
    (object?.text !== 'you' && object?.text !== 'me' && object?.text !== 'us')
  )
    return [...tokens];
  if (verb.text === 'give' && calls.has(noun.text))
    return [{ text: 'call', written: 'Call' }, object, ...tokens.slice(4)];
  if (['shoot', 'drop', 'get'].includes(verb.text) && messages.has(noun.text) && article !== undefined) {
    return [{ text: 'send', written: 'Send' }, object, article, ...tokens.slice(3)];
  }
  return [...tokens];
}

/** `you` after the verb: left out before what is sent, the contact's name where it is all the object there is. */
function addressed(tokens: readonly Token[], name: string): Token[] {
  const at = tokens.findIndex((token) => token.text === 'you');
  if (at < 1 || at > 3) return [...tokens];
  const next = tokens[at + 1];
  const keep = next === undefined || adverbial.has(next.text) || proper.has(next.text);
  const object = keep ? [{ text: name.toLowerCase(), written: name }] : [];
  return [...tokens.slice(0, at), ...object, ...tokens.slice(at + 1)];
}

function sentence(tokens: readonly Token[], replaced: Record<string, string>, you: string): string {
  const written = tokens.flatMap((token, index) => {
    const other = replaced[token.text];
    if (other !== undefined && token.written.toLowerCase() === token.text) return other === '' ? [] : [other];
    if (token.text === 'you') return [subordinators.has(tokens[index - 1]?.text ?? '') ? 'they' : you];
    if (token.text === 'your') return ['their'];
    if (token.text === 'i') return ['I'];
    return [
      proper.has(token.text) ? token.written.charAt(0).toUpperCase() + token.written.slice(1) : token.written,
    ];
  });
  const text = written.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
