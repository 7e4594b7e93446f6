import type { CallFacts } from './call-facts.ts';
import { contactOf } from './wording.ts';

const MEN = ['husband', 'brother', 'son', 'father', 'dad', 'uncle'];
const WOMEN = ['wife', 'sister', 'daughter', 'mother', 'mom', 'mum', 'aunt'];
const NAMED = new RegExp(
  String.raw`\b(?:my|our) (${[...MEN, ...WOMEN, 'partner', 'boss', 'cousin', 'accountant', 'board'].join('|')})\b`,
  'gi',
);
/** `What does she think about it?`, `Then should I talk with your daughter?`, and not `How old is she?` */
const ASKS_ABOUT =
  /\b(?:he|she|him|her|your (\w+))\b.*\b(?:think|say|said|want|decide|home|there|read|agree|like|worried)|\b(?:talk|speak|show|explain|ask|see)\b.*\b(?:he|she|him|her|your (\w+))\b/i;

/** `She doesn't like us spending it.`, `He'll ask me things.`, `If she says it's okay`: who is not heard to want anything has no say. */
const HAS_SAY =
  /\b(?:says?|said|thinks?|wants?|likes?|decides?|handles?|does (?:all )?(?:that|this)|has to|needs? to|got to|asks?|checks?|there for|won['’]t|wouldn['’]t|first)\b/i;

/**
 * Who has a say beside the contact, as the contact named them and the agent asked about them: `Arun's wife`; undefined where it is
 * not plain who that is.
 */
export function deciderIn(call: CallFacts): string | undefined {
  const { exchanges = [] } = call;
  const theirs = exchanges.flatMap(({ before, after, turns = [] }) => [
    ...[before, after].map((text) => text ?? ''),
    ...turns.filter(({ role }) => role === 'contact').map(({ text }) => text),
  ]);
  const named = new Set(
    theirs.flatMap((text) => [...text.matchAll(NAMED)].map(([, who]) => who?.toLowerCase() ?? '')),
  );
  const asked = exchanges
    .flatMap(({ text, turns = [] }) => [
      text,
      ...turns.filter(({ role }) => role === 'agent').map(({ text }) => text),
    ])
    .filter((text) => text.includes('?') && ASKS_ABOUT.test(text));
  const about = new Set(asked.flatMap((text) => whoIn(text, named)));
  const [who] = about;
  const isHeard = theirs.some(
    (text) => HAS_SAY.test(text) && (/\b(?:he|she)\b/i.test(text) || namesRelation(text, who ?? '')),
  );
  return who === undefined || about.size > 1 || !isHeard ? undefined : `${contactOf(call)}'s ${who}`;
}

function whoIn(asked: string, named: ReadonlySet<string>): string[] {
  const own = [...named].filter((who) => new RegExp(String.raw`\byour ${who}\b`, 'i').test(asked));
  if (own.length > 0) return own;
  const kin = /\b(?:he|him)\b/i.test(asked) ? MEN : /\b(?:she|her)\b/i.test(asked) ? WOMEN : [];
  const meant = [...named].filter((who) => kin.includes(who));
  return meant.length === 1 ? meant : [];
}

/** `My daughter does all that.` */
export function namesRelation(text: string, who: string): boolean {
  return new RegExp(String.raw`\b(?:my|our) ${who}\b`, 'i').test(text);
}
