import { splitWords } from '../engines/conversation/split-words.ts';
import type { SpeechCount } from '../engines/findings/speech/speech.ts';
import { countFigures } from '../engines/findings/speech/word-counts.ts';
import { passesOver } from './conflict-style.ts';
import type { Sign } from './disc-scores.ts';
import type { SignalInput } from './signal-input.ts';
import { bySize, isNotable, named, times, words } from './signal-words.ts';

/** From here on something is rare, or frequent, enough to be taken up. */
const CLEARLY = 0.6;
const MOST = 3;
/** Prices that were passed over; one alone may have had its reason. */
const DODGED = 2;

interface Told {
  text: string;
  /** What it is against, where the text does not say so, and which words show it: read as a model, they would teach the opposite. */
  instead?: { of: string; isShownBy: (quote: string) => boolean };
}

interface Advice {
  /** What an agent with little of it seems to avoid. */
  avoids?: string;
  ifLess?: string;
  ifMore?: Told;
}

const always = () => true;
const allAtOnce = { of: ', instead of saying all at once', isShownBy: saysMuchAtOnce };
const oneByOne: Told = {
  text: 'Present one thing at a time, and ask the customer what they think of it before you go on.',
  instead: allAtOnce,
};
const oneFigure: Told = {
  text: 'Give one figure at a time, and ask what it means to the customer.',
  instead: {
    of: ', instead of giving several at once',
    isShownBy: (quote) => countFigures(splitWords(quote)) > 1,
  },
};

const advice: Readonly<Partial<Record<SpeechCount, Advice>>> = {
  proposals: {
    avoids: 'Proposing what comes next',
    ifLess: 'Before each call, write down the step to propose at its end, with a day and an hour.',
  },
  pressure: {
    ifMore: {
      text: 'When somebody hesitates, ask what holds them back instead of pushing on.',
      instead: { of: '', isShownBy: always },
    },
  },
  hedges: {
    ifMore: {
      text: 'Say prices, times and next steps without “maybe” or “I think”.',
      instead: { of: ', instead of hedging', isShownBy: always },
    },
  },
  small_talk: { avoids: 'Small talk' },
  pitches: {
    ifMore: { text: 'Ask about the need first, and present only what answers it.', instead: allAtOnce },
  },
  open_questions: {
    avoids: 'Open questions',
    ifLess: 'Prepare two questions for each call that begin with “what” or “how”.',
  },
  acknowledgements: {
    avoids: 'Staying with what worries the other person',
    ifLess: 'When a worry is named, name it in your own words before answering it.',
  },
  recaps: {
    avoids: 'Repeating what was agreed',
    ifLess: 'End each call by repeating who does what by when.',
  },
  figures: {
    avoids: 'Figures',
    ifLess: 'Have the price and one figure about the benefit at hand, and name both.',
  },
  reasons: { ifLess: 'Give a reason with each proposal: why this step, and why then.' },
};

/** Who names most prices does not avoid them; an answer may name several. */
function pricesOf({ prices_dodged: dodged = 0, prices_stated: stated = 0 }: SignalInput['indicators']) {
  return { dodged, stated, isDodged: Math.round(dodged) >= DODGED && 2 * dodged >= stated };
}

/** What is seldom heard of the agent, where others do it. */
export function avoidances({ name, indicators }: SignalInput, signs: readonly Sign[]): string[] {
  const { dodged, isDodged } = pricesOf(indicators);
  const price = isDodged ? [`Naming the price: asked for it, ${name} gave no figure ${times(dodged)}`] : [];
  const seldom = signs
    .filter((sign) => sign.distance <= -CLEARLY && isNotable(sign))
    .sort(bySize)
    .flatMap((sign) => {
      const avoids = advice[sign.indicator.count]?.avoids;
      if (avoids === undefined) return [];
      // The advice on it tells how often.
      return advice[sign.indicator.count]?.ifLess === undefined
        ? `${avoids}: heard ${times(sign.count)}`
        : avoids;
    });
  return [...price, ...seldom].slice(0, MOST);
}

/** Who asks as much as is usual is told to present less, not to ask first. */
function ofPresenting(signs: readonly Sign[]): Told | undefined {
  const asked = signs.find(({ indicator }) => indicator.count === 'open_questions');
  return asked !== undefined && asked.rate >= asked.usual ? oneByOne : advice.pitches?.ifMore;
}

/** Who talks most says less in other ways, by what fills the talking; what to do about presenting is told of that. */
function talkingLess(signs: readonly Sign[], quotes: SignalInput['quotes']): string[] {
  const of = (count: SpeechCount) =>
    signs.find((sign) => sign.indicator.count === count && sign.distance >= CLEARLY && isNotable(sign));
  const figures = of('figures');
  return figures !== undefined && of('pitches') === undefined ? [because(oneFigure, figures, quotes)] : [];
}

/**
 * With the agent's own words where they show what the advice is against, or how often it was heard: two agents who differ are
 * not handed the same list.
 */
function because({ text, instead }: Told, sign: Sign, quotes: SignalInput['quotes']): string {
  const quote = quotes[sign.indicator.count];
  if (instead !== undefined && quote !== undefined && instead.isShownBy(quote.text))
    return `${text.replace(/\.$/, '')}${instead.of}, as in: ${words(quote)}.`;
  const own = sign.distance > 0 ? named(sign) : `${sign.indicator.noun[1]} were heard ${times(sign.count)}`;
  return `${text} So far: ${own}.`;
}

/** What would change most. */
export function recommendations(input: SignalInput, signs: readonly Sign[]): string[] {
  const { indicators, quotes } = input;
  const price = pricesOf(indicators).isDodged
    ? ['When asked for the price, name it or a range before explaining it.']
    : [];
  const found = signs
    .filter((sign) => Math.abs(sign.distance) >= CLEARLY && isNotable(sign))
    .sort(bySize)
    .flatMap((sign) => {
      const { indicator, distance } = sign;
      if (indicator.count === 'words' && distance > 0) return talkingLess(signs, quotes);
      const { ifLess, ifMore } = advice[indicator.count] ?? {};
      if (distance < 0) return ifLess === undefined ? [] : [because({ text: ifLess }, sign, quotes)];
      const told = indicator.count === 'pitches' ? ofPresenting(signs) : ifMore;
      return told === undefined ? [] : [because(told, sign, quotes)];
    });
  const all = [...price, ...found];
  // Alone it would be the same list for everybody who does so.
  const hearing = found.length > 0 && passesOver(input) ? [HEAR_FIRST] : [];
  return [...all.slice(0, MOST - hearing.length), ...hearing];
}
const HEAR_FIRST = 'When somebody objects, say back what you heard and ask about it before you answer.';

const MUCH = { parts: 3, words: 3 };

/** `We're the number one, we have four point nine stars, and everything's insured`. */
function saysMuchAtOnce(quote: string): boolean {
  const parts = quote.split(/[,;]\s*(?:and\s+)?|\s+and\s+/);
  return parts.filter((part) => part.trim().split(/\s+/).length >= MUCH.words).length >= MUCH.parts;
}
