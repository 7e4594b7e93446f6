import { dispositions } from '../training/labels.ts';
import type { Share } from './coached-call.ts';
import type { Scores } from './score.ts';
import type { Outcome } from './score-outcomes.ts';

const NAME_WIDTH = 48;
const COLUMN_WIDTH = 22;

const rows: readonly [name: string, cell: (scores: Scores) => string][] = [
  ['calls', ({ calls }) => String(calls)],
  ['disposition, accuracy', ({ accuracy }) => ratio(accuracy)],
  ['disposition, macro-F1', ({ macroF1 }) => macroF1.toFixed(2)],
  ['commits to a disposition', ({ committed }) => ratio(committed)],
  ['right where it commits', ({ rightWhereCommitted }) => ratio(rightWhereCommitted)],
  ['false Appointment Set', ({ falseAppointments }) => of(falseAppointments)],
  ['appointments found', ({ appointmentsFound }) => ratio(appointmentsFound)],
  ['agreed time right and whole, of those reported', ({ timesRight }) => ratio(timesRight)],
  ['… that a person must look at', ({ timesToLookAt }) => String(timesToLookAt)],
  ['objections at the right turn, precision', ({ objectionPrecision }) => ratio(objectionPrecision)],
  ['objections at the right turn, recall', ({ objectionRecall }) => ratio(objectionRecall)],
  ['… of the right kind, where the turn is right', ({ objectionKinds }) => ratio(objectionKinds)],
  ['action items, turn and owner, precision', ({ itemPrecision }) => ratio(itemPrecision)],
  ['action items, turn and owner, recall', ({ itemRecall }) => ratio(itemRecall)],
  ['rating, good against awful agents, AUC', ({ goodAgainstAwful }) => number(goodAgainstAwful)],
  ['rating, mediocre against awful, AUC', ({ mediocreAgainstAwful }) => number(mediocreAgainstAwful)],
  ['… without a rating, left out', ({ unrated }) => String(unrated)],
  ['quotes verbatim', ({ verbatim }) => ratio(verbatim)],
];

/** A column a condition. */
export function tableOf(conditions: readonly { name: string; scores: Scores }[]): string {
  const line = (name: string, cells: readonly string[]): string =>
    `${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join('')}`;
  return [
    line(
      '',
      conditions.map(({ name }) => name),
    ),
    ...rows.map(([name, cell]) =>
      line(
        name,
        conditions.map(({ scores }) => cell(scores)),
      ),
    ),
  ].join('\n');
}

/** A row a label, a column what was reported, in the order of the labels. */
export function confusionOf({ confusion }: Scores): string {
  const reported = new Set([...confusion.values()].flatMap((row) => [...row.keys()]));
  const all: Outcome[] = [...dispositions, 'unclear'];
  const columns = all.filter((label) => reported.has(label));
  const heads = columns.map((label) => label.slice(0, 8).padStart(9));
  const lines = dispositions.flatMap((label) => {
    const row = confusion.get(label);
    if (row === undefined) return [];
    return [label.padEnd(16) + columns.map((column) => String(row.get(column) ?? '.').padStart(9)).join('')];
  });
  return [`${'labelled'.padEnd(16)}${heads.join('')}`, ...lines].join('\n');
}

function ratio(share: Share): string {
  return share.of === 0 ? '–' : `${(share.hits / share.of).toFixed(2)} (${of(share)})`;
}

function of({ hits, of: all }: Share): string {
  return `${hits} of ${all}`;
}

function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}
