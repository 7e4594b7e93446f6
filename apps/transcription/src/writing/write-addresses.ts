import type { SpokenWord } from '@debrief/contracts/resources/transcript';
import { joinWords } from '@debrief/contracts/resources/transcript-words';
import { marksAfter, plain } from './written-word.ts';

const topDomains = new Set('com org net edu gov io co us uk ca au ie info biz'.split(' '));
const PART = /^[\p{L}\p{N}][\p{L}\p{N}-]*$/u;
const joiners = new Map([
  ['dot', '.'],
  ['underscore', '_'],
  ['dash', '-'],
  ['hyphen', '-'],
]);
/** What may stand before a whole e-mail address: with another word before it, nobody knows where it begins. */
const beforeAddress = new Set(
  "is it's at to email e-mail mail address on yes yeah okay um uh so and or that's by".split(' '),
);
/** `Find us at`, `look at`: what follows is a web address, and what stands before is no name of a mailbox. */
const noMailbox = new Set(
  `us me it him her them you we online look looking website site page find found there here up out in or visit check
  go back again everything available anything something more this that`.split(/\s+/),
);
const noDomain = new Set('the a an this that my your our their old new one and or of'.split(' '));
/** Words in which the talk is of mail. */
const MAIL_WITHIN = 20;
const mail = new Set('email emails emailed e-mail mail address inbox'.split(' '));

/**
 * Words with e-mail and web addresses as one writes them, where they are said as such: `sunrise dot com`, and
 * `maria at sunrise dot com` where the talk is of mail and it is clear where the address begins.
 */
export function writeAddresses(words: readonly SpokenWord[]): SpokenWord[] {
  const said = words.map(plain);
  const written: SpokenWord[] = [];
  let from = 0;
  for (let at = 0; at < words.length; at += 1) {
    const domain = readDomain(said, words, at);
    if (domain === null) continue;
    const box = said[at - 1] === 'at' && at - 1 > from ? readMailbox(said, words, at - 2, from) : null;
    const start = box?.start ?? at;
    const own = words.slice(start, domain.to);
    const marks = marksAfter(own.at(-1)?.text ?? '');
    const text = `${box === null ? '' : `${box.text}@`}${domain.text}${marks}`;
    for (const word of words.slice(from, start)) written.push(word);
    written.push(joinWords(own, text));
    from = domain.to;
    at = from - 1;
  }
  return [...written, ...words.slice(from)];
}

/** `sunrise dot co dot uk`. */
function readDomain(said: readonly string[], words: readonly SpokenWord[], at: number) {
  let text = said[at] ?? '';
  let to = at + 1;
  while (said[to] === 'dot' && isPart(said, words, to - 1) && PART.test(said[to + 1] ?? '')) {
    text += `.${said[to + 1]}`;
    to += 2;
  }
  const isDomain =
    to > at + 1 &&
    topDomains.has(said[to - 1] ?? '') &&
    PART.test(said[at] ?? '') &&
    !noDomain.has(said[at] ?? '');
  return isDomain ? { text, to } : null;
}

/** Backwards from its last word: `maria dot lopez`. */
function readMailbox(said: readonly string[], words: readonly SpokenWord[], last: number, from: number) {
  if (!isPart(said, words, last) || noMailbox.has(said[last] ?? '')) return null;
  let text = said[last] ?? '';
  let start = last;
  for (let joiner = joiners.get(said[start - 1] ?? ''); joiner !== undefined; ) {
    if (start - 2 < from || !isPart(said, words, start - 2)) return null;
    text = `${said[start - 2]}${joiner}${text}`;
    start -= 2;
    joiner = joiners.get(said[start - 1] ?? '');
  }
  const isClear =
    start === 0 || beforeAddress.has(said[start - 1] ?? '') || /[,:]$/.test(words[start - 1]?.text ?? '');
  const isMail = said.slice(Math.max(0, start - MAIL_WITHIN), start).some((word) => mail.has(word));
  return isClear && isMail ? { text, start } : null;
}

function isPart(said: readonly string[], words: readonly SpokenWord[], at: number): boolean {
  return PART.test(said[at] ?? '') && marksAfter(words[at]?.text ?? '') === '';
}
