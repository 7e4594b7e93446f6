import { withoutPunctuation } from '../bench/conditions.ts';
import type { GoldCall } from '../bench/read-gold-calls.ts';
import type { Conversation, Stretch } from '../src/engines/conversation/conversation.ts';
import { kindActs } from '../src/engines/findings/objections/objection-candidates.ts';
import { wordFeatures } from '../src/engines/findings/objections/objection-words.ts';
import { labelledConversation } from './labelled-conversation.ts';
import { loadSources, type Source } from './load-texts.ts';
import { bareText, variedTurns } from './vary.ts';
import type { WholeReading } from './whole-calls.ts';

/** What one of two labellers saw, and what one listener would list and another leave. */
const DOUBTED = 0.5;
const OPTIONAL = 0.4;
const nobody = { agent: '', contact: '', date: '2026-01-01' };

/** What the contact says in one stretch, and whether it objects. */
export interface SpokenExample {
  own: readonly number[];
  around: readonly number[];
  /** 1 where it does; null where its turn objects in other words. */
  objects: number | null;
  /** How likely each of `kindActs` is right, where there is any. */
  kinds: readonly number[];
}

/** Of the labelled calls and excerpts, as written and without punctuation. */
export function labelledExamples(): SpokenExample[] {
  return [...loadSources('calls'), ...loadSources('exchanges')].flatMap(examplesOf);
}

function examplesOf({ excerpt, call }: Source): SpokenExample[] {
  const isWritten = excerpt.turns.some(({ stretches }) => stretches.some(({ text }) => /[.?!]/.test(text)));
  const bare = variedTurns(excerpt.turns, bareText);
  return (isWritten ? [excerpt.turns, bare] : [excerpt.turns]).flatMap((turns) => {
    const conversation = labelledConversation({ ...nobody, ...excerpt, ...call, turns });
    const labels = turns.flatMap(({ stretches }) => stretches.map(({ acts }) => acts));
    return conversation.stretches.flatMap((stretch): SpokenExample[] => {
      if (stretch.role !== 'contact') return [];
      const own = (labels[stretch.index] ?? []).filter(({ act }) => act.startsWith('object:'));
      const isSure = own.some(({ isDoubted }) => isDoubted !== true);
      const kinds = own.map(({ act }) => act);
      const objects = own.length === 0 ? 0 : isSure ? 1 : DOUBTED;
      return [{ ...wordFeatures(conversation, stretch), objects, kinds: sharesOf(kinds) }];
    });
  });
}

/** Of calls that are labelled as a whole; where words are wrong, nobody knows which are those that were labelled. */
export function readExamples(readings: readonly WholeReading[]): SpokenExample[] {
  return readings.flatMap(({ call, condition, conversation }) => {
    if (condition === '10 % words wrong') return [];
    const written = condition === 'as written';
    return conversation.stretches.flatMap((stretch): SpokenExample[] =>
      stretch.role === 'contact' ? [labelled(call, conversation, stretch, written)] : [],
    );
  });
}

function labelled(
  { gold }: GoldCall,
  conversation: Conversation,
  stretch: Stretch,
  written: boolean,
): SpokenExample {
  const said = conversation.transcript.segments[stretch.segment]?.text ?? '';
  const inTurn = (all: GoldCall['gold']['objections']) => all.filter(({ turn }) => turn === stretch.segment);
  const here = (all: GoldCall['gold']['objections']) =>
    inTurn(all).filter(({ quote }) => isSaid(written ? quote : withoutPunctuation(quote), said, stretch));
  const [sure, optional] = [here(gold.objections), here(gold.objections_optional)];
  const isBeside = inTurn([...gold.objections, ...gold.objections_optional]).length > 0;
  const none = isBeside ? null : 0;
  const objects = sure.length > 0 ? 1 : optional.length > 0 ? OPTIONAL : none;
  const kinds = [...sure, ...optional].map(({ kind }) => `object:${kind}`);
  return { ...wordFeatures(conversation, stretch), objects, kinds: sharesOf(kinds) };
}

/** The stretch holds half of the quote, or the quote half of the stretch; a quote that is not found may be anywhere in its turn. */
function isSaid(quote: string, said: string, { start, end }: Stretch): boolean {
  const at = said.indexOf(quote);
  if (at < 0) return true;
  const shared = Math.min(at + quote.length, end) - Math.max(at, start);
  return shared >= Math.min(quote.length, end - start) / 2;
}

function sharesOf(kinds: readonly string[]): number[] {
  const known = kinds.filter((kind) => kindActs.some((act) => act === kind));
  return kindActs.map((act) => known.filter((kind) => kind === act).length / Math.max(1, known.length));
}
