import nlp from 'compromise';
import dates from 'compromise-dates';

const reader = nlp.plugin(dates);

/** A date in a text by its characters. */
export interface ReadDate {
  start: number;
  end: number;
}

interface DateJson {
  offset?: { start: number; length: number };
}

/** Reads the dates of one sentence. About 5 ms each, so that only sentences with a time word are worth it. */
export function readDates(text: string, occurredAt: string): ReadDate[] {
  let found: DateJson[];
  try {
    found = reader(text).dates({ today: occurredAt, timezone: 'UTC' }).json({ offset: true }) as DateJson[];
  } catch {
    // A phrase the reader stumbles over (`the thirty second of never`) is kept as spoken, undated.
    return [];
  }
  return found.flatMap(({ offset }) =>
    offset === undefined
      ? []
      : [
          {
            start: offset.start,
            end: offset.start + offset.length,
          },
        ],
  );
}
