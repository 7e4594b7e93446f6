import type { Act } from '../../conversation/acts.ts';
import { acts } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Objection, ObjectionKind } from '../findings.ts';

const kinds = acts.filter((act): act is Act & `object:${ObjectionKind}` => act.startsWith('object:'));

/** Chosen on 60 calls nothing was learnt from: four of five reported from here on were objections. */
const REPORTED_FROM = 0.33;
/** The turns in which an answer may still come. */
const ANSWER_TURNS = 3;
const LIKELY = 0.4;

/** That a stretch objects to something, whatever it is. */
export function chanceOfObjection(stretch: Stretch): number {
  return Math.min(
    1,
    kinds.reduce((sum, act) => sum + chance(stretch, act), 0),
  );
}

/**
 * The contact's objections that are likely enough, one a turn, with the stretches of the agent that met them:
 * who acknowledged, asked what is behind it, answered; and whether the contact let it go.
 */
export function findObjections(conversation: Conversation): Objection[] {
  const best = new Map<number, Stretch>();
  for (const stretch of conversation.stretches) {
    if (stretch.role !== 'contact' || chanceOfObjection(stretch) < REPORTED_FROM) continue;
    const known = best.get(stretch.turn);
    if (known === undefined || chanceOfObjection(stretch) > chanceOfObjection(known))
      best.set(stretch.turn, stretch);
  }
  return [...best.values()].map((stretch) => {
    const kind = kinds.reduce((a, b) => (chance(stretch, b) > chance(stretch, a) ? b : a));
    const met = metBy(conversation, stretch);
    return {
      kind: kind.slice('object:'.length) as ObjectionKind,
      stretch: stretch.index,
      probability: chanceOfObjection(stretch),
      ...met,
      settled: isSettled(conversation, stretch, kind, met.answer),
    };
  });
}

function metBy(
  { stretches, turns }: Conversation,
  objection: Stretch,
): Pick<Objection, 'answer' | 'acknowledged' | 'explored'> {
  const [from, last] = [turns[objection.turn]?.to, turns[objection.turn + ANSWER_TURNS]];
  const next = stretches.slice(from, last?.to).filter(({ role }) => role === 'agent');
  const first = (...wanted: Act[]) =>
    next.find((stretch) => chance(stretch, ...wanted) > LIKELY)?.index ?? null;
  const nearest = next.filter(({ turn }) => turn === objection.turn + 1);
  const explored =
    nearest.find((stretch) => chance(stretch, 'ask_open', 'ask_closed') > LIKELY)?.index ?? null;
  return {
    answer: first('answer_objection', 'state_price'),
    acknowledged: nearest.find((stretch) => chance(stretch, 'acknowledge') > LIKELY)?.index ?? null,
    explored,
  };
}

/** After the answer the contact agrees, shows interest or takes it back, and does not raise the same again. */
function isSettled(
  { stretches }: Conversation,
  objection: Stretch,
  kind: Act,
  answer: number | null,
): boolean {
  if (answer === null) return false;
  const after = stretches.slice(answer + 1).filter(({ role }) => role === 'contact');
  const agrees = after.findIndex(
    (stretch) => chance(stretch, 'accept', 'interest', 'retract', 'buy') > LIKELY,
  );
  if (agrees < 0) return false;
  return !after.some((stretch) => stretch.index > objection.index && chance(stretch, kind) > LIKELY);
}
