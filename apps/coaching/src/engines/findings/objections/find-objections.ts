import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { sharesWords } from '../feedback/shared-words.ts';
import type { Line, Objection } from '../findings.ts';
import { type ChoiceModel, choose, decodeChoices } from '../key-words/choice-model.ts';
import { noObjection, objecting, objectionCandidates } from './objection-candidates.ts';
import { kindOf } from './objection-kind.ts';
import stored from './objection-model.json' with { type: 'json' };
import { type ObjectionWords, weighWords } from './objection-words.ts';
import { takesUpPlainly } from './taken-up.ts';
import {
  type KnownEnd,
  type LikelyObjection,
  listedFeatures,
  WEIGHED_FROM,
  weighListed,
} from './weigh-listed.ts';

const model = decodeChoices(stored);

/** Chosen on 950 calls by weights that had not seen the writer and on 60 labelled strictly: 94 and 79 of 100 of those listed are right from here on, more than half are found. */
const LISTED_FROM = 0.55;
/** `I have to talk to my husband`: of 1,482 labelled calls eleven contacts say so, and all eleven object by it. */
const ASKS_ANOTHER =
  /\b(?:have|need|got|gotta|want) (?:to )?(?:talk|speak|check|discuss|run (?:it|this|that)|ask)\b[^.?!]{0,40}\b(?:my|our) (?:husband|wife|partner|boss|board|brother|sister|son|daughter|dad|mum|mom|accountant|manager|committee)\b/i;
const ASKS_FROM = 0.4;
/** `And Sunday` shows nothing to who did not hear the call. */
const LEAST_WORDS = 4;
const SURE = 0.36;
/** The turns in which an answer may still come. */
const ANSWER_TURNS = 3;
const LIKELY = 0.4;
/** An answer in fewer words hardly answers. */
const ANSWER_WORDS = 5;
/** On fresh calls, four of five answers that were taken by these were; with less of either, one of two. */
const TAKEN_FROM = 0.3;
const OBJECTS_BELOW = 0.2;

const PROPOSING = ['propose_time', 'propose_step', 'counter_time', 'ask_sale'] as const;

/** The likeliest objection of each turn, in the order of the call. @param obstacle the line that shows best what stood in the way. */
export function likelyObjections(
  conversation: Conversation,
  obstacle: Line | null,
  weights = model,
  words?: ObjectionWords,
): LikelyObjection[] {
  const best = new Map<number, Pick<LikelyObjection, 'stretch' | 'probability'>>();
  for (const candidate of objectionCandidates(conversation, obstacle)) {
    const { stretch } = candidate;
    const probability = choose(weights, [candidate], noObjection)[0] as number;
    if (probability > (best.get(stretch.turn)?.probability ?? 0))
      best.set(stretch.turn, { stretch, probability });
  }
  return [...best.values()].map(({ stretch, probability }) => {
    const { from = 0, to = 0 } = conversation.turns[stretch.turn] ?? {};
    const inTurn = conversation.stretches.slice(from, to);
    const odds = inTurn.map((one) => weighWords(conversation, one, words));
    return {
      ...{ stretch, probability },
      words: odds[inTurn.indexOf(stretch)] as number,
      wordsInTurn: Math.max(...odds),
    };
  });
}

/**
 * The contact's objections that are likely enough, one a turn, with the stretches of the agent that met them:
 * who acknowledged, asked what is behind it, answered; and whether the contact let it go.
 */
export function findObjections(
  conversation: Conversation,
  obstacle: Line | null,
  end: KnownEnd,
  weights: { listed?: ChoiceModel | undefined; words?: ObjectionWords | undefined } = {},
): Objection[] {
  const all = likelyObjections(conversation, obstacle, model, weights.words);
  const features = listedFeatures(conversation, all, end, obstacle);
  const listed = all.filter((one, i) => isListed(one, features[i] as number[], weights.listed));
  return listed.map(({ stretch, probability }) => {
    const { kind, isNamed } = kindOf(conversation, stretch, weights.words);
    const met = metBy(conversation, stretch);
    return {
      kind,
      isNamed,
      stretch: stretch.index,
      probability,
      ...met,
      settled: isSettled(conversation, stretch, `object:${kind}`, met.answer),
      taken: isTaken(conversation, met.answer) ? met.answer : takenLater(conversation, stretch),
    };
  });
}

/** @param features what the whole call tells of it */
export function isListed(one: LikelyObjection, features: readonly number[], weights?: ChoiceModel): boolean {
  const least = one.stretch.words.length < LEAST_WORDS ? SURE : WEIGHED_FROM;
  const listed = ASKS_ANOTHER.test(one.stretch.text) ? ASKS_FROM : LISTED_FROM;
  return one.probability >= least && weighListed(one, features, weights) >= listed;
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
  // `Do you have a credit card?` asks for something else than what is behind it.
  const isAbout = (stretch: Stretch): boolean =>
    chance(stretch, 'ask_open') > LIKELY ||
    (chance(stretch, 'ask_closed') > LIKELY && sharesWords(stretch, objection));
  const explored = nearest.find(isAbout)?.index ?? null;
  return {
    answer: first('answer_objection', 'state_price'),
    acknowledged:
      nearest.find((stretch) => chance(stretch, 'acknowledge') > LIKELY || takesUpPlainly(stretch.text))
        ?.index ?? null,
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

/** What takes an answer in so many words: `oh, that's different`. */
const TAKES =
  /\b(?:that(?:'s| is| would be|'d be| sounds) (?:(?:a lot|much|actually|really|pretty) )?(?:different|better|fair|closer|doable|under|not bad|an? (?:good|fair|great) (?:idea|point)|a point|less than i thought)|good (?:idea|point|to know)|makes sense|i like that|i did(?:n't| not) (?:know|think of) that|i (?:can|could) (?:live with|do) that|put (?:it )?like that|that (?:helps|settles it)|fair enough)\b/i;
/** What says how it is: the likeliest to be the answer. */
const TELLING = ['answer_objection', 'state_price', 'inform', 'pitch'] as const;

/** The agent's words right before the contact takes them in so many words, until something else is objected. */
function takenLater({ stretches, turns }: Conversation, objection: Stretch): number | null {
  for (let turn = objection.turn + 2; turn <= objection.turn + 2 * ANSWER_TURNS; turn += 2) {
    const own = turns[turn - 1];
    const next = turns[turn];
    if (own === undefined || next === undefined) return null;
    const reply = stretches.slice(next.from, next.to);
    if (reply.some((one) => objecting(one) >= OBJECTS_BELOW)) return null;
    const said = stretches.slice(own.from, own.to);
    if (!reply.some(({ text }) => TAKES.test(text.replaceAll('’', "'")))) continue;
    if (said.some((one) => chance(one, ...PROPOSING) > LIKELY || chance(one, 'dodge_price') > LIKELY))
      return null;
    return fullest(said.filter(({ words, text }) => words.length > ANSWER_WORDS && !/\?\s*$/.test(text)));
  }
  return null;
}

function fullest(answers: readonly Stretch[]): number | null {
  const weight = (one: Stretch) => chance(one, ...TELLING) * Math.sqrt(one.words.length);
  return answers.toSorted((a, b) => weight(b) - weight(a))[0]?.index ?? null;
}

/** The contact's next turn agrees to it or likes it, and objects to nothing. */
function isTaken({ stretches, turns }: Conversation, answer: number | null): boolean {
  const given = stretches[answer ?? -1];
  if (given === undefined || given.words.length < ANSWER_WORDS) return false;
  const later = stretches.slice(given.index + 1, turns[given.turn]?.to);
  // What is agreed to may be what was proposed after it.
  if (later.some((one) => chance(one, ...PROPOSING) > LIKELY)) return false;
  const { from, to } = turns[given.turn + 1] ?? { from: 0, to: 0 };
  const next = stretches.slice(from, to);
  return (
    next.some((stretch) => chance(stretch, 'accept', 'interest', 'retract', 'buy') >= TAKEN_FROM) &&
    next.every((stretch) => objecting(stretch) < OBJECTS_BELOW)
  );
}
