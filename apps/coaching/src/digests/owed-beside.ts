import { asksFor, isCutToNothing, ownWords, promises } from '../agendas/promise-candidates.ts';
import type { CallFacts, Quote, Remark } from '../facts/call-facts.ts';
import { isBare, isTakenBack, withWhatItMeans } from '../facts/in-its-turn.ts';
import { isTelling } from '../facts/readable-quotes.ts';
import { capitalized, contactOf, quoted, quotedWithin, sentence } from '../facts/wording.ts';

const MOST_OWED = 2;
/** What tells its object first. */
export function byHowItReads(a: Quote, b: Quote): number {
  return Number(isBare(ownWords(a))) - Number(isBare(ownWords(b)));
}

/** A task that reads without the line that explains it. */
function isUnderstoodAlone({ text }: Remark): boolean {
  return !text.includes('“');
}

/** What follows a call, with what one of the two promised or asked for beside, where it reads alone and is not told yet. */
export function withOwed(call: CallFacts, agent: string, text: string): string {
  const isTold = ({ quote }: Quote) =>
    text.includes(
      quote
        .trim()
        .replace(/[\s.…?!,;:]+$/, '')
        .replaceAll(/["“”]/g, "'"),
    );
  const owed = call.promises
    .toSorted((a, b) => Number(isUnderstoodAlone(b)) - Number(isUnderstoodAlone(a)))
    .flatMap(({ quotes }) =>
      quotes.filter((one) => (one.speaker === call.agent ? isTelling(one) : asksFor(one))).slice(0, 1),
    )
    .filter((one) => !isCutToNothing(one) && !isTakenBack(call, one))
    .map((one) => (one.speaker === call.agent ? ownWords(withWhatItMeans(call, one)) : one))
    .filter((one) => !isBare(one) && (one.speaker !== call.agent || promises(one)))
    .filter((one) => !isTold(one))
    .slice(0, MOST_OWED);
  const bySpeaker = [...Map.groupBy(owed, ({ speaker }) => speaker === call.agent)];
  const told = bySpeaker.map(([isAgent, own], index) => {
    const who = `${isAgent ? agent : contactOf(call)}${index === 0 ? ' also' : ''} said`;
    const isLast = index === bySpeaker.length - 1;
    const words = own.map((one, at) => (isLast && at === own.length - 1 ? quoted(one) : quotedWithin(one)));
    return `${who} ${words.join(' and ')}`;
  });
  return told.length === 0
    ? sentence(text)
    : `${sentence(text)} ${capitalized(sentence(told.join(', and ')))}`;
}
