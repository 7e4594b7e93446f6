import { BETWEEN_SENTENCES } from '../engines/findings/said.ts';
import type { ArrangedTurn } from '../engines/findings/speech/speech.ts';
import { thanksIn } from '../engines/findings/welcomes.ts';
import type { CallFacts } from './call-facts.ts';
import type { Quote } from './criterion-of-call.ts';
import { exchangesOf } from './exchanges-of.ts';
import { asks, takesUp } from './readable-quotes.ts';
import { capitalized, contactOf, dayName, isTooLong, quoted, quotedWithin, sentence } from './wording.ts';

/** An objection that was heard or asked about, answered, and taken: the best that can be told of a call. */
export interface WonOver {
  readonly call: CallFacts;
  /** What the objection points at, in the agent's words. */
  readonly answered: string | undefined;
  readonly objection: Quote;
  /** The agent's first words to it. */
  readonly first: Quote;
  /** What showed later that it was heard. */
  readonly heard: Quote | undefined;
  /** None where the first words were the answer. */
  readonly answer: Quote | undefined;
  /** Whether the agent said other things than questions before it. */
  readonly isLater: boolean;
  /** Whether the contact asked once more before taking it. */
  readonly isAskedBack: boolean;
  readonly taken: Quote;
}

export function wonOverIn(call: CallFacts): WonOver | undefined {
  const [exchange] = exchangesOf(call, 'won_over');
  const [objection, first, ...between] = exchange?.turns ?? [];
  const taken = between.pop();
  if (objection === undefined || first === undefined || taken === undefined) return undefined;
  const said = (turn: ArrangedTurn, text = turn.text): Quote => ({
    ...{ segment_index: turn.segment_index, quote: text },
    start_time: turn.start_time ?? 0,
    speaker: turn.role === 'agent' ? call.agent : call.contact,
  });
  const own = between.filter(({ role }) => role === 'agent');
  const point = pointIn(between);
  const at = point === undefined ? -1 : own.indexOf(point);
  const hears = own.find((turn) => turn !== point && takesUp({ quote: turn.text }));
  return {
    call,
    answered: exchange?.answered === undefined ? undefined : lastThatFits(exchange.answered),
    objection: said(objection, throughWhatFits(objection.text)),
    first: said(first, point === undefined ? throughWhatFits(first.text) : questionIn(first.text)),
    heard: hears === undefined ? undefined : said(hears, sentenceThat(hears.text)),
    answer: point === undefined ? undefined : said(point, throughWhatFits(withoutYesNo(point.text))),
    isLater: own.slice(0, Math.max(0, at)).some(({ text }) => !text.endsWith('?')),
    isAskedBack: at >= 0 && at < own.length - 1,
    taken: said(taken, thanksIn(taken.text)),
  };
}

/** The answer that was taken: the agent's last, or where that only confirms what was asked back, the one before. */
function pointIn(between: readonly ArrangedTurn[]): ArrangedTurn | undefined {
  const own = between.filter(({ role }) => role === 'agent');
  const [before, last] = [own.at(-2), own.at(-1)];
  const isAskedBack = between.at(-2)?.text.endsWith('?') === true;
  return isAskedBack && before !== undefined && !asks({ quote: before.text }) ? before : last;
}

/** `Well, I'm not from there. What'd they do to her?`: the question alone, where it asks. */
function questionIn(text: string): string {
  const sentences = text.split(BETWEEN_SENTENCES);
  const last = sentences.at(-1) ?? text;
  return last.endsWith('?') && last.split(' ').length > 2 ? last : throughWhatFits(text);
}

function sentenceThat(text: string): string {
  return text.split(BETWEEN_SENTENCES).find((one) => takesUp({ quote: one })) ?? text;
}

/** `No. The one thing I would do now is …` answers what is not told. */
function withoutYesNo(text: string): string {
  return text.replace(/^(?:No|Yes|Yeah|Nothing|Sure|Okay|Right)[.!] (?=\p{Lu})/u, '');
}

/** Whole sentences, as many as can be told; `I mean, I want her safe, but.` is none. */
function throughWhatFits(text: string): string {
  const sentences = text.split(BETWEEN_SENTENCES);
  let end = sentences.length;
  while (end > 1 && /\b(?:but|and|so|or)[.,…]*$/i.test(sentences[end - 1] ?? '')) end -= 1;
  while (end > 1 && isTooLong(sentences.slice(0, end).join(' '))) end -= 1;
  return sentences.slice(0, end).join(' ');
}

/** The last sentences, as many as can be told: what an objection points at was said right before it. */
function lastThatFits(text: string): string {
  const sentences = text.split(BETWEEN_SENTENCES);
  let from = sentences.length - 1;
  while (from > 0 && !isTooLong(sentences.slice(from - 1).join(' '))) from -= 1;
  return sentences.slice(from).join(' ');
}

/** In the order of the call, with what came between. @param who `you`, or the agent's first name. */
export function tellWonOver(told: WonOver, who: string): string {
  const { call, answered, objection, first, heard, answer, isLater, isAskedBack, taken } = told;
  const name = contactOf(call);
  const day = `On ${dayName(call.occurred_at)}`;
  const start =
    answered === undefined
      ? `${day} ${name} said`
      : `${day} ${who} said ${quotedWithin({ quote: answered })}, and ${name} answered`;
  const came = `and ${isAskedBack ? 'after one more question ' : ''}${name} said ${quoted(taken)}`;
  if (answer === undefined)
    return sentence(`${start} ${quotedWithin(objection)}, ${who} answered ${quotedWithin(first)}, ${came}`);
  const between = heard === undefined ? '' : `, said ${quotedWithin(heard)}`;
  const then = !isLater ? ', answered' : heard === undefined ? ', later said' : ' and later';
  const did = `${capitalized(who)} ${asks(first) ? 'asked' : 'said'} ${quotedWithin(first)}${between}${then}`;
  return sentence(`${sentence(`${start} ${quoted(objection)}`)} ${did} ${quotedWithin(answer)}, ${came}`);
}
