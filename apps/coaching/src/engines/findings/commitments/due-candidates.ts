import { type Act, acts } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import type { OutcomeCode } from '../findings.ts';
import { actFeatures } from '../key-words/act-features.ts';
import type { Candidate } from '../key-words/choice-model.ts';
import { type Action, findActions } from './find-actions.ts';
import {
  isAccepted,
  isDone,
  isDuringCall,
  isForbidden,
  isOwnAffair,
  type Kind,
  stands,
} from './is-for-later.ts';
import { ownerOf } from './setting-of.ts';
import { spokenWords } from './spoken-words.ts';
import { weighCommitment } from './weigh-commitment.ts';
import { actionVerbs, isFirstPerson, isSecondPerson, leads, timeWords } from './word-classes.ts';

/** A promise or a request that may still have to be done when the call is over. */
export interface DueCandidate extends Candidate {
  stretch: Stretch;
  act: Kind;
  /** What its words say is to be done; none where they say it in another way: `Paper copy's going in the mail`. */
  actions: readonly Action[];
}

/** Below these not even the plainest wording makes it a commitment. */
const LEAST_CHANCE = 0.04;
const LEAST_WITHOUT_ACTION = 0.3;
const LEAST_WORDS = 4;
const LATE_TURNS = 6;

/** Nothing is left to do. */
export const nothingDue: Candidate = { features: [hash('nothing')] };

export function dueCandidates(conversation: Conversation, code: OutcomeCode | null): DueCandidate[] {
  const actsOfTurn = actsOfTurns(conversation);
  return conversation.stretches.flatMap((stretch) =>
    (['promise', 'request'] as const).flatMap((kind): DueCandidate[] => {
      const probability = chance(stretch, kind);
      if (probability < LEAST_CHANCE && !(kind === 'promise' && announces(stretch))) return [];
      const actions = findActions(spokenWords(conversation, stretch), kind).filter(
        ({ words, weight }) => words.length > 1 && (probability >= LEAST_CHANCE || weight >= ANNOUNCED_FROM),
      );
      const isSaid =
        probability >= Math.max(LEAST_WITHOUT_ACTION, chance(stretch, 'promise', 'request')) &&
        stretch.words.length >= LEAST_WORDS &&
        // `I'll need your account` is asked for now.
        !(kind === 'request' && isFirstPerson(stretch.words[0]?.text ?? ''));
      if (actions.length === 0 && !isSaid) return [];
      const named = [
        ...ownFeatures(conversation, stretch, kind, actions),
        ...aroundFeatures(conversation, stretch, actsOfTurn),
        `code ${code}`,
        `code ${code} ${ownerOf(stretch, kind)} ${kind}`,
      ];
      return [{ stretch, act: kind, actions, features: named.map((feature) => hash(feature)) }];
    }),
  );
}

/** `I'll come by Tuesday`, whatever else it does. */
function announces({ words }: Stretch): boolean {
  return words.some(({ text }, i) => FUTURE.has(text) && isFirstPerson(words[i - 1]?.text ?? ''));
}

const FUTURE = new Set(['will', 'am', 'are', 'can', 'could']);
const ANNOUNCED_FROM = 0.9;

function ownFeatures(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
  actions: readonly Action[],
): string[] {
  const [action] = actions;
  const texts = stretch.words.map(({ text }) => text);
  const turns = conversation.turns.length;
  const by = `${ownerOf(stretch, kind)} ${kind}`;
  const wording = Math.max(0, ...actions.map((one) => weighCommitment(conversation, stretch, one, kind)));
  const holds = (name: string, is: boolean): string[] => (is ? [name, `${name} ${kind}`] : []);
  return [
    `by ${by}`,
    `chance ${kind} ${Math.floor(chance(stretch, kind) * 8)}`,
    `wording ${Math.floor(wording * 8)}`,
    `verb ${action?.words[0]?.text ?? 'none'}`,
    `verb ${action?.words[0]?.text ?? 'none'} ${by}`,
    `weight ${Math.floor((action?.weight ?? 0) * 10)} ${kind}`,
    `size ${Math.min(6, texts.length >> 2)}`,
    `first ${texts[0]}`,
    `place ${Math.floor((4 * stretch.turn) / turns)}`,
    `end ${Math.min(LATE_TURNS, (turns - stretch.turn) >> 1)}`,
    ...actFeatures(stretch).flatMap((act) => [`own ${act}`, `own ${act} ${kind}`]),
    ...[...new Set(texts)].map((text) => `says ${text}`),
    ...holds(
      'time',
      texts.some((text) => timeWords.has(text)),
    ),
    ...holds('asks', /\?["'”’]?$/.test(stretch.text.trim())),
    ...holds('half', action?.isHalf === true),
    ...holds('negated', action?.isNegated === true),
    ...holds('other', (action?.doer.length ?? 0) > 0),
    ...holds('taken', isAccepted(conversation, stretch)),
    ...holds('bargain', action !== undefined && isBargain(stretch, action)),
    ...holds('refused', !stands(conversation, stretch, kind)),
    ...holds('own affair', isOwnAffair(conversation, stretch)),
    ...holds('forbidden', action !== undefined && isForbidden(conversation, stretch, action)),
    ...holds('in the call', isMeanwhile(conversation, stretch, actions, kind)),
  ];
}

/** `Send me one page and I'll load it`: what is offered for something that the other side has to do first. */
function isBargain({ words }: Stretch, { words: [verb] }: Action): boolean {
  const before = words.filter(({ start }) => start < (verb?.at ?? 0)).map(({ text }) => text);
  const joint = before.lastIndexOf('and');
  const [first = ''] = before.filter((text) => !leads.has(text));
  return joint > 0 && (isSecondPerson(first) || actionVerbs.has(first) || before.includes('if'));
}

function isMeanwhile(
  conversation: Conversation,
  stretch: Stretch,
  actions: readonly Action[],
  kind: Kind,
): boolean {
  return (
    actions.length > 0 &&
    actions.every(
      (one) => isDone(conversation, stretch, one, kind) || isDuringCall(conversation, stretch, one, kind),
    )
  );
}

/** What the turns before and after do, and the rest of its own. */
function aroundFeatures({ turns }: Conversation, { index, turn }: Stretch, acts: ActsOfTurn): string[] {
  return [
    ...acts(turn - 1, null).map((act) => `before ${act}`),
    ...acts(turn, index).map((act) => `beside ${act}`),
    ...acts(turn + 1, null).map((act) => `after ${act}`),
    `last ${turns[turn + 1] === undefined}`,
  ];
}

/** The acts of a turn as if it were one stretch. @param left the index of a stretch that is left out */
type ActsOfTurn = (turn: number, left: number | null) => string[];

interface Likeliest {
  act: Act;
  /** The two stretches that do it likeliest. */
  of: readonly Stretch[];
}

/** Each turn is read once, however many promises are in it. */
function actsOfTurns({ stretches, turns }: Conversation): ActsOfTurn {
  const known = new Map<number, readonly Likeliest[]>();
  return (turn, left) => {
    const { from, to } = turns[turn] ?? { from: 0, to: 0 };
    const likeliest = known.get(turn) ?? likeliestOf(stretches.slice(from, to));
    known.set(turn, likeliest);
    const [first] = stretches.slice(from, Math.min(to, from + 2)).filter(({ index }) => index !== left);
    if (first === undefined) return [];
    const most: Partial<Record<Act, number>> = {};
    for (const { act, of } of likeliest) {
      const best = of.find(({ index }) => index !== left);
      if (best !== undefined) most[act] = chance(best, act);
    }
    return actFeatures({ ...first, acts: most });
  };
}

function likeliestOf(stretches: readonly Stretch[]): Likeliest[] {
  return acts.flatMap((act) => {
    let best: Stretch[] = [];
    for (const one of stretches) {
      if (chance(one, act) > 0)
        best = [...best, one].sort((a, b) => chance(b, act) - chance(a, act)).slice(0, 2);
    }
    return best.length === 0 ? [] : [{ act, of: best }];
  });
}
