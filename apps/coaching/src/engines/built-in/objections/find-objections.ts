import { type Quote, quoteOf } from '../evidence/claim.ts';
import objections from '../lexicons/objections.json' with { type: 'json' };
import { CueIndex, type CueSource } from '../patterns/cue-index.ts';
import { isNegated } from '../patterns/negation.ts';
import { classes } from '../patterns/word-classes.ts';
import type { ConversationDocument, Unit } from '../text/document.ts';
import { speaksOfMoney } from './money.ts';

export type ObjectionKind = keyof typeof objections;

/** One kind of objection and every sentence of the contact that raises it, in the order spoken. */
export interface Objection {
  kind: ObjectionKind;
  label: string;
  /** As it stands in a summary: `the price`. */
  phrase: string;
  raisedIn: readonly Unit[];
  quotes: readonly Quote[];
}

const GROUPS = ['direct', 'negatable', 'with_money'] as const;
const cues: Record<string, CueSource> = {};
for (const [kind, source] of Object.entries(objections)) {
  for (const group of GROUPS) {
    if (source[group].length > 0) cues[`${kind}:${group}`] = { any: source[group], unless: source.unless };
  }
}
const index = new CueIndex(cues, classes);

/** What the contact holds against buying. The agent's own words never count, nor does what the contact denies. */
export function findObjections(document: ConversationDocument): Objection[] {
  const found = new Map<ObjectionKind, { raisedIn: Unit[]; quotes: Quote[] }>();
  for (const unit of document.units) {
    if (unit.role !== 'contact') continue;
    for (const match of index.match(document.words, unit)) {
      const [kind, group] = match.cue.split(':') as [ObjectionKind, (typeof GROUPS)[number]];
      if (group !== 'direct' && isNegated(document.words, unit.from, match.from)) continue;
      if (group === 'with_money' && !speaksOfMoney(document, unit)) continue;
      const objection = found.get(kind) ?? { raisedIn: [], quotes: [] };
      found.set(kind, objection);
      if (objection.raisedIn.includes(unit)) continue;
      objection.raisedIn.push(unit);
      objection.quotes.push(quoteOf(document, unit, match.from, match.to));
    }
  }
  return [...found].map(([kind, { raisedIn, quotes }]) => ({
    kind,
    label: objections[kind].label,
    phrase: objections[kind].phrase,
    raisedIn,
    quotes,
  }));
}
