import { DispositionLabels, LABEL_MAX_LENGTH } from '@debrief/contracts/resources/rubric';
import { isStorableText } from '@debrief/contracts/text';
import type { Html } from '../html/html.ts';
import { field, textOf } from '../html/parts.ts';
import type { Labels } from './judging-trial.ts';

const outcomes = Object.keys(DispositionLabels.properties);
/** `appointment_set` is an Appointment Set, as built in. */
const builtInLabel = (outcome: string) =>
  outcome.replaceAll(
    /(^|_)([a-z])/g,
    (_, gap: string, letter: string) => (gap && ' ') + letter.toUpperCase(),
  );

export function labelsIn(body: unknown): Labels {
  const given = outcomes.map((outcome) => [outcome, textOf(body, outcome)?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([, label]) => label !== ''));
}

export function unfitName(name: string, most: number): string {
  return `The name “${name.slice(0, 40)}…” has more than ${most} characters, or some that cannot be stored.`;
}

/** Two outcomes of one name could not be told apart. */
export function labelFaults(labels: Labels): string[] {
  const names = new Map(outcomes.map((outcome) => [outcome, labels[outcome] ?? builtInLabel(outcome)]));
  const unfit = Object.values(labels).filter(
    (name) => name.length > LABEL_MAX_LENGTH || !isStorableText(name),
  );
  return [
    ...unfit.map((name) => unfitName(name, LABEL_MAX_LENGTH)),
    ...[...new Set(names.values())].flatMap((name) => {
      const called = outcomes.filter((outcome) => names.get(outcome) === name).map(builtInLabel);
      return called.length > 1 ? [`“${name}” cannot be the name of both ${called.join(' and ')}.`] : [];
    }),
  ];
}

export function labelFields(labels: Labels): Html[] {
  return outcomes.map((outcome) =>
    field({
      ...{ name: outcome, label: builtInLabel(outcome), value: labels[outcome] },
      ...{ maxlength: LABEL_MAX_LENGTH, autocomplete: 'off' },
    }),
  );
}
