import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import { type CoachedCall, count, type Note, newShare, type Share, turnsOf } from './coached-call.ts';
import { type FoundItem, scoreFoundItems } from './score-items.ts';

export function scoreObjections(calls: readonly CoachedCall[], miss: Note) {
  const [precision, recall, kinds] = [newShare(), newShare(), newShare()];
  for (const coached of calls) {
    const { objections, objections_optional: optional } = coached.call.gold;
    const known = [...objections, ...optional];
    const { outcomes: texts = [], kinds: labels = [] } = coached.analysis.objections ?? {};
    const claims = texts.map((text, index) => ({
      text,
      kind: (labels[index] ?? '').toLowerCase().replaceAll(' ', '_'),
      turns: turnsOf(coached, `objections.outcomes.${index}`),
    }));
    for (const { text, kind, turns } of claims) {
      const isRight = turns.length > 0 && turns.every((turn) => known.some((one) => one.turn === turn));
      count(precision, isRight);
      if (!isRight) miss(coached, `no objection: ${text} (turn ${turns.join(', ')})`);
      const labelled = known.filter(({ turn }) => turns.includes(turn)).map((one) => one.kind);
      if (isRight) count(kinds, labelled.includes(kind));
      if (isRight && !labelled.includes(kind))
        miss(coached, `objection of kind ${labelled}, not ${kind}: ${text}`);
    }
    for (const { kind, quote, turn } of objections) {
      const isFound = claims.some(({ turns }) => turns.includes(turn));
      count(recall, isFound);
      if (!isFound) miss(coached, `objection not found: ${kind} "${quote}" (turn ${turn})`);
    }
  }
  return { objectionPrecision: precision, objectionRecall: recall, objectionKinds: kinds };
}

export function scoreItems(calls: readonly CoachedCall[], miss: Note) {
  const [precision, recall] = [newShare(), newShare()];
  for (const coached of calls) {
    const found = [...itemsOf(coached, 'agent', 'primary'), ...itemsOf(coached, 'contact', 'secondary')];
    const own = scoreFoundItems(coached.call, found, (what) => miss(coached, what));
    add(precision, own.precision);
    add(recall, own.recall);
  }
  return { itemPrecision: precision, itemRecall: recall };
}

function add(all: Share, own: Share): void {
  all.hits += own.hits;
  all.of += own.of;
}

function itemsOf(coached: CoachedCall, owner: SpeakerRole, list: 'primary' | 'secondary'): FoundItem[] {
  return (coached.analysis.action_items?.[list] ?? []).map((text, index) => ({
    owner,
    text,
    turns: turnsOf(coached, `action_items.${list}.${index}`),
  }));
}

export function scoreQuotes(calls: readonly CoachedCall[], miss: Note): Share {
  const verbatim = newShare();
  for (const coached of calls) {
    for (const { segment_index, quote } of coached.analysis.evidence ?? []) {
      const isVerbatim = coached.transcript.segments[segment_index]?.text.includes(quote) === true;
      count(verbatim, isVerbatim);
      if (!isVerbatim) miss(coached, `not verbatim: "${quote}" (turn ${segment_index})`);
    }
  }
  return verbatim;
}
