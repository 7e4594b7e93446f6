import { type ConversationDocument, textsOf, type Unit } from '../text/document.ts';
import { findTimes, type SpokenTime } from './find-times.ts';
import { readDates } from './read-dates.ts';

/** At 5 ms each this bounds the reading of dates to about two seconds, however long the call. */
const READ_AT_MOST = 400;

/** The spoken times of a conversation by sentence. */
export class SpokenTimes {
  readonly #byUnit = new Map<number, SpokenTime[]>();

  constructor(document: ConversationDocument, occurredAt: string) {
    let read = 0;
    for (const unit of document.units) {
      const found = findTimes(document, unit);
      if (found.length === 0) continue;
      read += 1;
      this.#byUnit.set(
        unit.index,
        read > READ_AT_MOST ? found : datedTimes(document, unit, found, occurredAt),
      );
    }
  }

  in(unit: Unit): readonly SpokenTime[] {
    return this.#byUnit.get(unit.index) ?? [];
  }

  /** Times that can be kept: a day or an hour still to come. */
  ahead(unit: Unit): readonly SpokenTime[] {
    return this.in(unit).filter((time) => (time.day || time.clock) && time.ahead);
  }
}

/** Widens each time to the date read around it: `the week after next`, `first thing tomorrow morning`. */
function datedTimes(
  document: ConversationDocument,
  unit: Unit,
  found: readonly SpokenTime[],
  occurredAt: string,
): SpokenTime[] {
  const texts = textsOf(document, unit);
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + 1;
  }
  const dates = readDates(texts.join(' '), occurredAt);
  return found.map((time) => {
    const date = dates.find(({ start, end }) => {
      const from = starts[time.from - unit.from] ?? 0;
      return start <= from && from < end;
    });
    if (date === undefined) return time;
    const first = starts.findIndex((start) => start >= date.start);
    const after = starts.findIndex((start) => start >= date.end);
    return {
      ...time,
      from: Math.min(time.from, unit.from + Math.max(first, 0)),
      to: Math.max(time.to, after < 0 ? unit.to : unit.from + after),
    };
  });
}
