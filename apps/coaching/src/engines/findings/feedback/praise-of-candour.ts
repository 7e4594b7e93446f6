import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Objection } from '../findings.ts';
import { MOST_WORDS, saidTogether, wordsIn } from '../passage.ts';
import { wordsBefore } from '../reply-to.ts';
import { said } from '../said.ts';
import { speakerName } from '../speaker-name.ts';
import type { FindMoments, Moment } from './moment.ts';
import { contentWords, sharesWords } from './shared-words.ts';

/** From here on two in three lines were praised by the call's writer, and none was criticised. */
const PRAISED = 0.55;
/** What somebody else said is shown where it says something by itself. */
const TOLD_WORDS = 4;
const TELLING_WORDS = 8;
const LIKELY = 0.4;

/** An answer that a manager would praise: it says what is so, whether it sells or not. */
export const openAnswers: FindMoments = ({ conversation, objections }) =>
  praised(conversation).flatMap((line): Moment[] => {
    if (chance(line, 'answer_objection', 'inform', 'not_qualified') < LIKELY) return [];
    const told = answered(wordsBefore(conversation, line));
    if (told === undefined || chance(line, 'pitch', 'state_price') >= LIKELY) return [];
    if (!answers(conversation, line, told)) return [];
    const lines = before(conversation, line);
    const answer = saidTogether(conversation, lines);
    const shown = lines.map(({ index }) => index);
    // What neither asks nor objects was not answered.
    if (!isMet(told, objections))
      return [momentOf('answer', `you said openly how it is: ${answer}.`, shown, line, 3)];
    const text = `when ${speakerName(conversation, told)} said ${said(conversation, told)}, you gave an open answer: ${answer}.`;
    return [momentOf('answer', text, [...shown, told.index], line, 3)];
  });

function isMet(told: Stretch, objections: readonly Objection[]): boolean {
  const isAsked = chance(told, 'ask_open', 'ask_closed') >= LIKELY;
  return isAsked || objections.some(({ stretch }) => stretch === told.index);
}

/** Says something by itself, and about what was said: not only that an answer will come. */
function answers({ people }: Conversation, line: Stretch, told: Stretch): boolean {
  const names = Object.values(people).map((name) => name.toLowerCase());
  const content = contentWords(line.words.map(({ text }) => text)).filter((word) => !names.includes(word));
  // Who asked is answered in few words, too.
  if (chance(told, 'ask_open', 'ask_closed') >= LIKELY) return content.length > 0;
  if (content.length < LEAST_CONTENT) return false;
  return chance(line, 'answer_objection', 'not_qualified') >= LIKELY || sharesWords(line, told);
}
const LEAST_CONTENT = 3;

const BACK = new Set('that this they them those these it'.split(' '));
/** `I'd need to walk it` is not much praised by itself, and belongs to what is. */
const BELONGS = 0.2;

/** With what was said before in the same breath, where it belongs to it or is pointed back to. */
function before({ stretches }: Conversation, line: Stretch): Stretch[] {
  const lines = [line];
  for (let at = line.index - 1; at >= 0; at -= 1) {
    const previous = stretches[at];
    const first = lines[0] ?? line;
    if (previous?.turn !== line.turn || previous.segment !== line.segment) break;
    const isBack = first === line && first.words.some(({ text }) => BACK.has(text));
    if (!isBack && (previous.remark?.praise ?? 0) < BELONGS) break;
    if (wordsIn([previous, ...lines]) > MOST_WORDS) break;
    lines.unshift(previous);
  }
  return lines;
}

/** Says at once, and openly, what the call is about. */
export const openPurpose: FindMoments = ({ conversation }) =>
  praised(conversation).flatMap((line): Moment[] => {
    if (conversation.context.incoming === true || chance(line, 'state_purpose') < LIKELY) return [];
    const text = `you said openly why you were calling: ${said(conversation, line)}.`;
    return [momentOf('purpose', text, [line.index], line, 2.5)];
  });

function praised({ stretches }: Conversation): Stretch[] {
  return stretches.filter(
    ({ role, words, remark }) =>
      role === 'agent' && words.length >= TELLING_WORDS && (remark?.praise ?? 0) >= PRAISED,
  );
}

/** The question, where there was one; otherwise what was said last that says something by itself. */
function answered(stretches: readonly Stretch[]): Stretch | undefined {
  const telling = stretches.filter(({ words }) => words.length >= TOLD_WORDS);
  return telling.findLast((one) => chance(one, 'ask_open', 'ask_closed') >= LIKELY) ?? telling.at(-1);
}

function momentOf(
  kind: string,
  text: string,
  stretches: readonly number[],
  line: Stretch,
  worth: number,
): Moment {
  return { kind, text, stretches, probability: line.remark?.praise ?? 0, worth };
}
