import type { Conversation } from '../../conversation/conversation.ts';

export type Side = 'agent' | 'contact';

const TITLES = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'pastor',
  'father',
  'sister',
  'captain',
  'reverend',
]);
const NO_NAME = /^(?:unknown|unnamed|automated|caller|speaker|customer|n\/a)\b|^$/i;
/** Whoever has no name in the records; recognizers and some records write names in lower case, too. */
const ROLES =
  /\b(?:desk|reception(?:ist)?|voice ?mail|mailbox|machine|office|secretary|assistant|operator|dispatch(?:er)?|system|man|woman|lady|resident|household|owner|manager|clerk|nurse|person|stranger|someone|somebody|contact|agent|son|daughter|wife|husband|mother|father|tenant|driver|warehouse|shop|store)\b/;

/** Both sides as they are called in a sentence: first names, `Mr Dunmore`, or what they are where nobody gave a name. */
export function namesOf({ people, transcript }: Conversation): Record<Side, string> {
  const nameOf = (side: Side): string => {
    const full = transcript.speakers[side].trim();
    const first = people[side].trim().replace(/[,;:]$/, '');
    if (NO_NAME.test(full) || NO_NAME.test(first)) return `the ${side}`;
    // `A woman`, `the front desk`: whoever answered, where nobody knew a name.
    const nobody = /^(?:an?|the)\s+(?=\p{Ll})/iu.exec(full);
    if (nobody !== null) return `the ${full.slice(nobody[0].length).replace(/\s*[(,].*$/, '')}`;
    const isLower = full === full.toLowerCase();
    const isRole = first === first.toLowerCase() && (!isLower || ROLES.test(full));
    if (isRole) return `the ${full.replace(/\s*[(,].*$/, '')}`;
    if (isLower) return first.charAt(0).toUpperCase() + first.slice(1);
    const isCompany =
      /\b(?:and|of|the|works|store|shop|hospital|inc|llc|ltd|company|office|clinic|salon|services|group|nails)\b|&/i.test(
        full,
      );
    if (isCompany) return full;
    return TITLES.has(first.toLowerCase().replace('.', '')) ? full.replace(/\s*\(.*$/, '') : first;
  };
  return { agent: nameOf('agent'), contact: nameOf('contact') };
}
