import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';

/** `Who is this?`, `what's your name`, `who did you say you were with`. */
const WHO =
  /\bwho(?:['’]s| is| are|['’]re)? (?:this|you(?! with)|calling|ringing|speaking)\b|\bwho is it\b|\bwho am i (?:speaking|talking)\b|\bwhat(?:['’]s| is| was)? your name\b|\bwho did you say you\b|\bwho do you work\b/i;
/** What a company is asked for, or said to be owed. */
const COMPANY =
  /\b(?:which|what) (?:company|firm|outfit)\b|\bname of (?:your|the) (?:company|firm)\b|\bwhat(?:['’]s| is) your (?:company|firm)\b|\bwho are you with\b|\bwhere (?:are )?you (?:calling|ringing|phoning|from)\b|(?:\bnot|n['’]t) (?:said|told me|say|tell me|given me) (?:who|where|your|his|her|a) (?:you|name)/i;
const ASKED_WORDS = 8;
const ASKED = 0.3;
const MACHINE = 0.5;

/** The contact asks who is calling, in few words or as a question. */
export function asksWho(one: Stretch): boolean {
  return isAsked(one, WHO);
}

export function asksCompany(one: Stretch): boolean {
  return isAsked(one, COMPANY);
}

function isAsked(one: Stretch, question: RegExp): boolean {
  if (one.role !== 'contact' || chance(one, 'machine') >= MACHINE || !question.test(one.text)) return false;
  return one.words.length <= ASKED_WORDS || chance(one, 'ask_open', 'ask_closed') >= ASKED;
}

const NAMED = 0.5;

/** The first line by which the contact knows the agent's name; null where there is none. */
export function firstNamed({ transcript, stretches }: Conversation): Stretch | null {
  const names = transcript.speakers.agent
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name.length > 2);
  return (
    stretches.find((one) => {
      const texts = one.words.map(({ text }) => text);
      if (texts.some((text) => names.includes(text))) return true;
      return one.role === 'agent' && (chance(one, 'identify_self') >= NAMED || isIntroduction(texts));
    }) ?? null
  );
}

/** `This is …` where the name was misheard. */
function isIntroduction(words: readonly string[]): boolean {
  return words.some((word, i) => {
    const next = words[i + 1];
    return word === 'is' && beforeIs.has(words[i - 1] ?? '') && next !== undefined && !noName.has(next);
  });
}

const beforeIs = new Set(['this', 'name', 'it']);
const noName = new Set('a an the about your my just in for not that so really'.split(' '));
