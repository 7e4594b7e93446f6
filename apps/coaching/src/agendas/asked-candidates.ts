import type { Exchange } from '../engines/findings/speech/speech.ts';
import type { Quote } from '../facts/criterion-of-call.ts';
import { agentsWords } from '../facts/exchanges-of.ts';
import { isWhole } from '../facts/readable-quotes.ts';
import { answeredWith, lastQuestionIn } from '../facts/said-next.ts';
import { isTooLong, quoted, quotedWithin, sentence } from '../facts/wording.ts';
import { asksOfAnswer, asksOfFigure, asksOfQuestion } from './question-frames.ts';
import type { Candidate, Moments } from './question-moment.ts';

/** With the answer, where it is kept: a question is worth what it brought. */
export function questionOf({ ask, call, day, name }: Moments, quote: Quote): Candidate[] {
  const after = answeredWith(call, quote);
  if (after === null) {
    const leads = [
      `On ${day} you asked ${name}: ${quoted(quote)}`,
      `Your question to ${name} on ${day} was ${quoted(quote)}`,
    ];
    return ask('question', quote, leads, asksOfQuestion(name));
  }
  const answer = quoted({ quote: after });
  const leads = [
    sentence(`On ${day} you asked ${name} ${quoted(quote)} and heard ${answer}`),
    sentence(`Your question to ${name} on ${day} was ${quoted(quote)} What came back was ${answer}`),
  ];
  const again = [`Go back to your question to ${name} on ${day}.`];
  return ask('question', quote, leads, asksOfAnswer(name), { again });
}

/** A figure that was asked for, with what the contact said to it. */
export function figureOf({ ask, call, day, name }: Moments, one: Exchange): Candidate[] {
  const { before, after } = one;
  const quote = agentsWords(call, one);
  if (before === null || after === null || !isWhole({ quote: after }) || isTooLong(one.text)) return [];
  const asked = quotedWithin({ quote: lastQuestionIn(before) });
  const leads = [
    sentence(
      `On ${day} ${name} asked ${asked}, you said ${quotedWithin(quote)}, and heard ${quoted({ quote: after })}`,
    ),
    sentence(
      `When ${name} asked ${asked} on ${day}, you answered ${sentence(quoted(quote))} What came back was ${quoted({ quote: after })}`,
    ),
  ];
  return ask('figure', quote, leads, asksOfFigure(name));
}
