import { quoteOf } from '../evidence/claim.ts';
import type { Cue } from '../patterns/find-cues.ts';
import type { Reading } from '../reading.ts';
import { textsOf, type Unit } from '../text/document.ts';
import {
  agentUnits,
  type Finding,
  heard,
  type Indicator,
  missing,
  notApplicable,
  quoteCues,
  quoteFirst,
} from './indicator.ts';

/** Agent turns that still belong to the opening. */
const OPENING_TURNS = 3;
/** An agenda comes before the conversation is well under way. */
const AGENDA_TURNS = 4;

function openingUnits({ document }: Reading, turns: number): Unit[] {
  const last =
    document.turns.filter((turn) => turn.role === 'agent')[turns - 1]?.index ?? document.turns.length;
  return agentUnits(document).filter((unit) => unit.turn <= last);
}

function heardInOpening(reading: Reading, names: readonly string[], turns = OPENING_TURNS): Finding {
  const units = openingUnits(reading, turns);
  const found = names.flatMap((name) =>
    units.flatMap((unit): Cue | never[] => reading.cues.in(unit, name) ?? []),
  );
  if (found.length === 0) return missing(quoteFirst(reading.document, units));
  return heard(quoteCues(reading.document, found, 1));
}

export const greeted: Indicator = ({ reading }) => heardInOpening(reading, ['greeting']);

/** Said who is calling: by a phrase, or by the agent's own name, which recognition may have left intact. */
export const introducedSelf: Indicator = ({ reading }) => {
  const byPhrase = heardInOpening(reading, ['self_name']);
  if (byPhrase.share > 0) return byPhrase;
  const names = new Set(reading.document.transcript.speakers.agent.toLowerCase().split(/\s+/));
  for (const unit of openingUnits(reading, OPENING_TURNS)) {
    const at = textsOf(reading.document, unit).findIndex((text) => text.length > 2 && names.has(text));
    if (at >= 0) return heard([quoteOf(reading.document, unit, unit.from + at, unit.from + at + 1)]);
  }
  return byPhrase;
};

export const introducedCompany: Indicator = ({ reading }) => heardInOpening(reading, ['self_company']);

/** An inbound caller states the purpose; the agent offers help. */
export const statedPurpose: Indicator = ({ reading }) =>
  heardInOpening(reading, reading.context.incoming === true ? ['purpose', 'offers_help'] : ['purpose']);

/** Somebody who calls in need not be asked whether it suits them. */
export const askedPermission: Indicator = ({ reading }) => {
  if (reading.context.incoming === true) return notApplicable;
  const asked = new Set(reading.questions.map(({ unit }) => unit.index));
  const units = openingUnits(reading, OPENING_TURNS).filter((unit) => asked.has(unit.index));
  const found = units.flatMap((unit): Cue | never[] => reading.cues.in(unit, 'permission') ?? []);
  if (found.length === 0) return missing(quoteFirst(reading.document, openingUnits(reading, OPENING_TURNS)));
  return heard(quoteCues(reading.document, found, 1));
};

export const setAgenda: Indicator = ({ reading }) => heardInOpening(reading, ['agenda'], AGENDA_TURNS);
