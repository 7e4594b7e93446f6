import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import { type CoachedCall, count, type Note, newShare, type Share, turnsOf } from './coached-call.ts';

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

/** Turns apart that still mean the same item: a promise is often asked for, then given. */
const ITEM_TURNS = 1;

export function scoreItems(calls: readonly CoachedCall[], miss: Note) {
  const [precision, recall] = [newShare(), newShare()];
  for (const coached of calls) {
    const { action_items, action_items_optional } = coached.call.gold;
    const found = [...itemsOf(coached, 'agent', 'primary'), ...itemsOf(coached, 'contact', 'secondary')];
    type Place = { owner: SpeakerRole; turn: number };
    const isAt = (item: { owner: SpeakerRole; turns: number[] }, gold: Place): boolean =>
      item.owner === gold.owner && item.turns.some((turn) => Math.abs(turn - gold.turn) <= ITEM_TURNS);
    for (const item of found) {
      const isRight = [...action_items, ...action_items_optional].some((gold) => isAt(item, gold));
      count(precision, isRight);
      if (!isRight)
        miss(coached, `no action item of the ${item.owner}: ${item.text} (turn ${item.turns.join(', ')})`);
    }
    for (const gold of action_items) {
      const isFound = found.some((item) => isAt(item, gold));
      count(recall, isFound);
      if (!isFound)
        miss(coached, `action item of the ${gold.owner} not found: ${gold.text} (turn ${gold.turn})`);
    }
  }
  return { itemPrecision: precision, itemRecall: recall };
}

function itemsOf(coached: CoachedCall, owner: SpeakerRole, list: 'primary' | 'secondary') {
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
