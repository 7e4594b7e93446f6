import { isCall } from '../commitments/distinct-commitments.ts';
import type { Commitment } from '../commitments/find-commitments.ts';
import { bare, type Quote, quoteOf } from '../evidence/claim.ts';
import type { Reading } from '../reading.ts';
import { answerUnits, judge } from '../replies/reply-to.ts';
import { fullestMoment } from '../times/spoken-moment.ts';
import type { Outcome } from './outcome.ts';

/**
 * A step both sides agreed on: the contact buys, or the agent promises something the contact asked for or welcomes.
 * Sending information somebody asks for to end a call (`just email me something`) is no step.
 */
export function findNextStep(reading: Reading, after: number): Outcome | null {
  const { document, cues, outcomeCues, commitments, people } = reading;
  const buys = outcomeCues
    .all('buys')
    .filter((cue) => cue.unit.index > after)
    .at(-1);
  if (buys !== undefined) {
    const quote = quoteOf(document, buys.unit, buys.from, buys.to);
    return nextStep(`${people.contact} agreed to go ahead: "${bare(quote)}".`, [quote]);
  }
  const proposed = outcomeCues
    .all('proposes_step')
    .filter((cue) => cue.unit.index > after && judge(cues, answerUnits(document, cue.unit)) === 'accepted')
    .at(-1);
  if (proposed !== undefined) {
    const quote = quoteOf(document, proposed.unit, proposed.from, proposed.to);
    return nextStep(
      `${people.contact} proposed the next step and ${people.agent} agreed: "${bare(quote)}".`,
      [quote],
    );
  }
  const later = commitments.filter(({ unit }) => unit.index > after);
  const promised = later.filter((item) => isStep(item) && isWelcome(reading, item));
  const undertaken = later.filter(({ kind, unit }) => kind === 'contact' && unit.role === 'contact');
  const brushOff = reading.objections.some(({ kind }) => kind === 'send_info');
  const promise = promised.filter((item) => !isCall(item)).at(-1) ?? promised.at(-1);
  if (promise === undefined) return null;
  if (brushOff && undertaken.length === 0 && promised.every(({ verb }) => SENDING.has(verb))) return null;
  if (isCall(promise)) return callback(reading, promise);
  const quotes: Quote[] = [...promise.quotes, ...undertaken.slice(-1).flatMap(({ quotes: own }) => own)];
  return nextStep(`Both agreed on a next step – ${promise.text}: "${bare(quotes[0])}".`, quotes);
}

const SENDING = new Set(['send', 'email', 'mail', 'text', 'shoot', 'forward', 'drop', 'message']);

/** Taking somebody off a list or coming back to the phone leads nowhere. */
function isStep({ kind, verb }: Commitment): boolean {
  return (
    (kind === 'promise' || kind === 'request') && !['remove', 'delete', 'take', 'transfer'].includes(verb)
  );
}

function isWelcome(reading: Reading, item: Commitment): boolean {
  if (item.kind === 'request') return true;
  const { document, cues, outcomeCues } = reading;
  const answer = answerUnits(document, item.unit);
  const reply = judge(cues, answer);
  if (reply === 'accepted') return true;
  if (reply !== 'none') return false;
  const refused = answer.some((unit) => outcomeCues.has(unit, 'refusal'));
  const thanked = answer.some((unit) =>
    document.words.slice(unit.from, unit.to).some(({ text }) => text === 'thanks' || text === 'thank'),
  );
  return thanked && !refused;
}

/** Nothing but a further call was promised and welcomed. */
function callback({ document, times, people }: Reading, promise: Commitment): Outcome {
  const ahead = times.in(promise.unit).filter((time) => time.ahead);
  return {
    code: 'callback_requested',
    reasoning: `${people.contact} agreed to another call: "${bare(promise.quotes[0])}".`,
    quotes: promise.quotes,
    when: ahead.length === 0 ? null : fullestMoment(document, ahead).text,
  };
}

function nextStep(reasoning: string, quotes: readonly Quote[]): Outcome {
  return { code: 'next_step_agreed', reasoning, quotes, when: null };
}
