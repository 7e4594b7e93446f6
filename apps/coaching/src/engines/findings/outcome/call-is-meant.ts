import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { Agreement } from '../findings.ts';

/** `Then I'll ring Joe`, `I don't mind ringing`, `I'll give you a shout`. */
const CALLS =
  /\b(?:i'll|i will|we'll|can i|i can|could i|shall i|should i|let me|i don't mind) (?:\w+ ){0,2}?(?:(?:ring|call|phone|try|ringing|calling)\b(?! the bell)|(?:giv(?:e|ing)) \w+ (?:a|another) (?:wee |quick |little )?(?:ring|call|shout|buzz|bell|tinkle|phone|go)\b)(?<rest>(?:\W+\w+['’]?\w*){0,4})/i;
/** Whom they ring: `I'll call him myself` is another call. */
const RINGS_YOU =
  /\b(?:ring|call|phone|try|give|ringing|calling|giving) you\b|\bon (?:this|that|your|the same) (?:mobile|cell|phone|number)\b/i;
/** `She has the list on her phone` speaks of no call. */
const LINE =
  /(?<!\b(?:has|have|got|had) (?:\w+ ){1,2})\bon (?:his|her|my|this|that|your|[a-z]+['’]s) (?:mobile|cell|phone|number)\b/i;
/** A call that only goes before a visit. */
const BESIDE =
  /\b(?:when|before|once|outside|way|confirm|day|night|morning|evening|ahead|if|from|minutes|out|leaves?)\b/i;
/**
 * `Ring us back`, `give me a shout on Monday`: the contact wishes for a call. `Call me Ed` does not. Of 740 labelled
 * calls 66 ask so and end with a call that is to be made, none with an appointment.
 */
const WISHES_CALL = new RegExp(
  [
    "(?<!(?:not|never|stop|quit|n['’]t) )",
    String.raw`\b(?:(?:ring|call|phone|try) (?:me|us|back)|give (?:me|us) (?:a|another) (?:ring|call|shout|buzz|bell|phone))\b`,
    String.raw`(?=\W*$|[.,;?!]| (?:back|again|later|next|to(?:morrow|night)|this|then|on|at|in|after|round|about|\p{L}+day)\b)`,
    String.raw`(?<rest>(?:\W+\w+['’]?\w*){0,4})`,
  ].join(''),
  'iu',
);
/** Stretches around those in which the time was settled. */
const CALL_BEFORE = 16;
const CALL_AFTER = 3;
const LINE_BEFORE = 3;
const LINE_AFTER = 7;

/** Whether somebody says that they will ring then, and not also come: a time for a call is no appointment. */
export function callIsMeant({ stretches }: Conversation, { stretches: named }: Agreement): boolean {
  return (
    around(stretches, named, CALL_BEFORE, CALL_AFTER).some((one) => rings(one) || wishesCall(one)) ||
    around(stretches, named, LINE_BEFORE, LINE_AFTER).some(namesLine)
  );
}

/** Whether the contact wishes for it, or it is promised to them in the turn that names the time: then it is one. */
export function callIsNamed({ stretches }: Conversation, { stretches: named }: Agreement): boolean {
  const turns = new Set(named.map((index) => stretches[index]?.turn));
  return (
    around(stretches, named, CALL_BEFORE, CALL_AFTER).some(wishesCall) ||
    stretches.some((one) => turns.has(one.turn) && promisesCall(one))
  );
}

/** Whether that line promises a call to whom it is said. */
export function promisesCall(line: Stretch): boolean {
  return rings(line) && RINGS_YOU.test(line.text);
}

function around(
  stretches: readonly Stretch[],
  named: readonly number[],
  before: number,
  after: number,
): Stretch[] {
  return named.flatMap((index) => stretches.slice(Math.max(0, index - before), index + after + 1));
}

function rings({ role, text }: Stretch): boolean {
  const rest = role === 'agent' ? CALLS.exec(text.replaceAll('’', "'"))?.groups?.rest : undefined;
  return rest !== undefined && !BESIDE.test(rest);
}

function wishesCall({ role, text }: Stretch): boolean {
  const rest = role === 'contact' ? WISHES_CALL.exec(text.replaceAll('’', "'"))?.groups?.rest : undefined;
  return rest !== undefined && !BESIDE.test(rest);
}

function namesLine({ text }: Stretch): boolean {
  return LINE.test(text) && !BESIDE.test(text);
}
