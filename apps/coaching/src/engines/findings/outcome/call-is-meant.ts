import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { Agreement } from '../findings.ts';

/** `Then I'll ring Joe`, `I don't mind ringing`, `I'll give you a shout`. */
const CALLS =
  /\b(?:i'll|i will|we'll|can i|i can|could i|let me|i don't mind) (?:\w+ ){0,2}?(?:(?:ring|call|phone|try|ringing|calling)\b(?! the bell)|(?:giv(?:e|ing)) \w+ (?:a|another) (?:wee |quick |little )?(?:ring|call|shout|buzz|bell|tinkle|phone|go)\b)(?<rest>(?:\W+\w+['’]?\w*){0,4})/i;
/** Whom they ring: `I'll call him myself` is another call. */
const RINGS_YOU =
  /\b(?:ring|call|phone|try|give|ringing|calling|giving) you\b|\bon (?:this|that|your|the same) (?:mobile|cell|phone|number)\b/i;
const LINE = /\bon (?:his|her|my|this|that|your) (?:mobile|cell|phone|number)\b/i;
/** A call that only goes before a visit. */
const BESIDE =
  /\b(?:when|before|once|outside|way|confirm|day|night|morning|evening|ahead|if|from|minutes|out|leaves?)\b/i;
/** Stretches around those in which the time was settled. */
const CALL_BEFORE = 16;
const CALL_AFTER = 3;
const LINE_BEFORE = 3;
const LINE_AFTER = 7;

/** Whether somebody says that they will ring then, and not also come: a time for a call is no appointment. */
export function callIsMeant({ stretches }: Conversation, { stretches: named }: Agreement): boolean {
  return named.some((index) => {
    const around = (before: number, after: number) =>
      stretches.slice(Math.max(0, index - before), index + after + 1);
    return around(CALL_BEFORE, CALL_AFTER).some(rings) || around(LINE_BEFORE, LINE_AFTER).some(namesLine);
  });
}

/** Whether the call is promised to whom the time was settled with, in the turn that names it: then it is one. */
export function callIsNamed({ stretches }: Conversation, { stretches: named }: Agreement): boolean {
  const turns = new Set(named.map((index) => stretches[index]?.turn));
  return stretches.some((one) => turns.has(one.turn) && rings(one) && RINGS_YOU.test(one.text));
}

function rings({ role, text }: Stretch): boolean {
  const rest = role === 'agent' ? CALLS.exec(text.replaceAll('’', "'"))?.groups?.rest : undefined;
  return rest !== undefined && !BESIDE.test(rest);
}

function namesLine({ text }: Stretch): boolean {
  return LINE.test(text) && !BESIDE.test(text);
}
