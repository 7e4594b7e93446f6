import type { CallFacts } from '../facts/call-facts.ts';
import { exchangesOf } from '../facts/exchanges-of.ts';
import { contactOf, dayName, NAMELESS_CONTACT } from '../facts/wording.ts';

const DAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const RINGS = '(?:call|calling|ring|ringing|phone|phoning|give you a (?:call|ring))';
const I = String.raw`\b(?:I|we)(?:['’]ll| will| can| could|['’]d|['’]m|['’]re| am| are)?(?: be)?(?: going to)?(?: just)?`;
/** `I'm calling you Monday.`, and not `I'll call Steve tonight.` */
const I_RING = new RegExp(
  String.raw`${I} ${RINGS}(?: (?:you|back|this|on|at|in|again|to|tomorrow|${DAYS})\b|[.,]|$)|\b(?:shall|should|can|could|may) I ${RINGS}\b|\bthe one calling\b`,
  'i',
);
/** `Call me Tuesday.`, `Could you call Monday?` */
const YOU_RING = new RegExp(
  String.raw`(?:^|[.,;?!] |\b(?:you|so|and|just|please) )(?:call|ring|phone|try) (?:me|us|back|on|at|in|again|tomorrow|${DAYS})\b`,
  'i',
);
const I_COME = new RegExp(
  String.raw`${I} (?:come|visit|stop by|drop by|swing by|pop (?:in|over|round))\b|\b(?:can|may|shall|should|could) (?:I|we) (?:come|stop by|drop by|swing by|pop)\b|\bwant me to come\b`,
  'i',
);
/** `Come at two.`, `When can you come?` */
const YOU_COME =
  /(?:^|[.,;?!] |\b(?:so|and|just|please) )come (?:at|by|over|on|in|down|around|round|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\byou (?:\w+ )?(?:come|stop|swing|drop) (?!across)/i;

/** `Can I come by on Sunday, after the service?`, where no hour was named. */
const OCCASION =
  /\b(?:after|before) (?:the )?(?:service|church|mass|lunch|dinner|supper|breakfast|work|school|noon|practice|shift|game)\b|\bin the (?:morning|afternoon|evening)\b/i;

/** `, after the service`, as whoever is to come or to call said it. */
export function occasionOf(call: CallFacts): string {
  const turns = exchangesOf(call, 'arrangement')[0]?.turns ?? [];
  const said = turns.flatMap(({ text }) => OCCASION.exec(text)?.[0].toLowerCase() ?? []);
  return said.length === 1 ? `, ${said[0]}` : '';
}

type Way = 'agent calls' | 'contact calls' | 'agent comes' | 'contact comes';

/**
 * Who does what at the time that was settled, as far as the words around it say one thing alone: `Ben calls Rob about solar (agreed
 * on 9 November)`; of a time that has passed when it is read, `Ben was to call Rob`: whether it took place nobody knows here.
 */
export function whoMeets(call: CallFacts, agent: string, isOver: boolean): string {
  const name = contactOf(call) === NAMELESS_CONTACT ? 'whoever answered' : contactOf(call);
  const about = call.about == null ? '' : ` about ${call.about}`;
  const day = dayName(call.occurred_at);
  const [way, ...others] = waysOf(call);
  if (way !== undefined && others.length === 0) {
    const [who, does, whom] = {
      'agent calls': [agent, 'call', name],
      'contact calls': [name, 'call', agent],
      'agent comes': [agent, 'visit', name],
      'contact comes': [name, 'come', `in to ${agent}`],
    }[way] as [string, string, string];
    return `${who} ${isOver ? `was to ${does}` : `${does}s`} ${whom}${about} (agreed on ${day})`;
  }
  if (call.outcomes.includes('callback_requested'))
    return `${agent} ${isOver ? 'was to talk' : 'talks'} with ${name} again${about} (agreed on ${day})`;
  return `${name} ${isOver ? 'had' : 'has'} an appointment${about}, made with ${agent} on ${day}`;
}

function waysOf(call: CallFacts): Way[] {
  const turns = exchangesOf(call, 'arrangement')[0]?.turns ?? [];
  // What the agent proposed right before is answered by them.
  const from = turns[0]?.segment_index ?? Number.POSITIVE_INFINITY;
  const proposed = exchangesOf(call, 'proposal')
    .filter(({ segment_index }) => segment_index >= from - NEAR)
    .map(({ text }) => ({ role: 'agent' as const, text }));
  const found = new Set<Way>();
  for (const { role, text } of [...proposed, ...turns]) {
    const [own, other] = role === 'agent' ? (['agent', 'contact'] as const) : (['contact', 'agent'] as const);
    if (I_RING.test(text)) found.add(`${own} calls`);
    else if (YOU_RING.test(text)) found.add(`${other} calls`);
    if (I_COME.test(text)) found.add(`${own} comes`);
    else if (YOU_COME.test(text)) found.add(`${other} comes`);
  }
  return [...found];
}
const NEAR = 6;
