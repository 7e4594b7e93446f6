import type { Exchange } from '../engines/findings/speech/speech.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import type { Quote } from '../facts/criterion-of-call.ts';
import { agentsWords, exchangesOf } from '../facts/exchanges-of.ts';
import { isUnderstood } from '../facts/readable-quotes.ts';
import { hasCondition } from '../facts/said-next.ts';
import { type Settled, settledTime } from '../facts/settled-time.ts';
import {
  capitalized,
  contactOf,
  dayName,
  NAMELESS_CONTACT,
  quoted,
  sentence,
  timeNamed,
} from '../facts/wording.ts';
import { hangsOn, priceOwed, sentBy, wantedBy } from './step-details.ts';
import { occasionOf, whoMeets } from './step-sentence.ts';
import { between, daysIn, isPast, owedIn, type Step, wordsOf } from './step-words.ts';
import { hourOf, stepTask } from './tasks-beside.ts';

/** A time that stood: who does what then, what it is about, and what was promised beside. */
export function settledIn(call: CallFacts, agent: string, until: string): Step | undefined {
  const [arranged] = exchangesOf(call, 'arrangement');
  const stood: Settled | null =
    call.agreed == null
      ? arranged === undefined
        ? null
        : settledTime(arranged, call.occurred_at.slice(0, 10))
      : {
          time: timeNamed(call.agreed, call.agreed_at),
          ...(call.agreed_at == null ? {} : { date: call.agreed_at.slice(0, 10) }),
        };
  const quote = call.agreed == null && arranged !== undefined ? firstWords(call, arranged) : wordsOf(call);
  if (stood === null || quote === undefined) return undefined;
  const isOver = isPast(stood.date, until);
  const purpose = call.about == null && arranged?.before != null ? purposeIn(arranged.before) : null;
  const task = stepTask(call);
  const hour = task === undefined || / at /.test(stood.time) ? undefined : hourOf(task);
  const time = hour !== undefined ? ` at ${hour}` : / at /.test(stood.time) ? '' : occasionOf(call);
  const who = isOver || purpose === null ? undefined : someoneDoes(purpose);
  const met = whoMeets(call, agent, isOver);
  const what =
    who !== undefined
      ? `${who}, as ${agent} told ${contactOf(call)} on ${dayName(call.occurred_at)}.`
      : purpose === null
        ? `${met}.`
        : `${met}. What it ${isOver ? 'was' : 'is'} for, as ${agent} said: ${sentence(quoted({ quote: purpose }))}`;
  const details = [
    // Who comes is known without it where the words say so.
    met.startsWith(agent) || who !== undefined ? '' : sentBy(call, agent),
    owedIn(call, agent, { hasTime: true, isOver }),
    wantedBy(call),
    hangsOn(call),
    isOver ? '' : priceOwed(call),
  ];
  const text = `${capitalized(stood.time)}${time}: ${what}${details.join('')}`;
  return { quote, text, date: stood.date };
}

/** Of whoever said them. */
function firstWords(call: CallFacts, arranged: Exchange): Quote {
  const isContact = arranged.turns?.[0]?.role === 'contact';
  return {
    ...agentsWords(call, arranged),
    ...(isContact ? { speaker: call.contact || NAMELESS_CONTACT } : {}),
  };
}

/** `Somebody comes and measures`, without the `, and if it's over eight I'll tell you` after it. */
function purposeIn(before: string): string | null {
  const [clause = ''] = before.split(/,? (?:and|but|so) (?=if\b|when\b|then\b|I\b|we\b|you\b)|[;?!]/);
  const own = clause.trim().replace(/[,.]$/, '');
  const words = own.split(/\s+/).length;
  return words >= PURPOSE.least && words <= PURPOSE.most && /^(?!(?:But|And|So)\b)\p{Lu}/u.test(own)
    ? own
    : null;
}

/** `somebody comes and measures`; who `he` or `they` are is not known. */
function someoneDoes(purpose: string): string | undefined {
  return /^some(?:body|one) /i.test(purpose)
    ? `${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}`
    : undefined;
}

const PURPOSE = { least: 3, most: 12 };

/** `Let me call the insurance on Monday, and if they say yes I'm in.`: the contact's own next step hangs on it. */
export function conditionIn(call: CallFacts, agent: string, until: string): Step | undefined {
  const turns = exchangesOf(call, 'arrangement')[0]?.turns ?? [];
  const quote = wordsOf(call);
  if (call.agreed != null || !call.outcomes.includes('next_step_agreed')) return undefined;
  if (quote === undefined || quote.speaker === call.agent) return undefined;
  if (!hasCondition(quote) || !isUnderstood(call, quote)) return undefined;
  const rings = turns.some(({ role, text }) => role === 'contact' && RINGS_BACK.test(text));
  const [day] = daysIn(call, quote.quote);
  const isOver = isPast(day?.date, until);
  const owed = owedIn(call, agent, { hasTime: true, isOver });
  const name = contactOf(call);
  if (day === undefined || !/day$/i.test(day.day)) {
    const next = rings ? ` ${name} is to call ${agent}.` : '';
    return {
      quote,
      text: `${between(call, agent)}, with a condition: ${name} said ${sentence(quoted(quote))}${next}${owed}`,
    };
  }
  const time = `${day.day} ${dayName(day.date)}${occasionOf(call)}`;
  const step = rings
    ? `${name} ${isOver ? 'was to call' : 'is to call'} ${agent}`
    : `the next step with ${name}`;
  const text = `${time}: ${step} (agreed on ${dayName(call.occurred_at)}), with a condition: ${sentence(quoted(quote))}`;
  return { quote, text: `${text}${owed}`, date: day.date };
}

const RINGS_BACK = /\bI(?:['’]ll| will) (?:call|ring|phone)\b/i;
