import type { Disposition } from '../training/labels.ts';
import { compareTimes } from './agreed-time.ts';
import { type CoachedCall, type Note, type Share, share, sum } from './coached-call.ts';

export type Outcome = Disposition | 'unclear';

/** Label and what was reported, with how often. */
export type Confusion = Map<Disposition, Map<Outcome, number>>;

const outcomes: Readonly<Record<string, Outcome>> = {
  'Appointment Set': 'appointment_set',
  'Sale Made': 'sale',
  'Callback Requested': 'callback',
  'Not Interested': 'not_interested',
  'Do Not Contact': 'do_not_call',
  'Left Voicemail': 'voicemail',
  'No Conversation': 'voicemail',
  'Wrong Number': 'wrong_number',
  'Next Step Agreed': 'follow_up',
  'No Next Step': 'follow_up',
  'Not Qualified': 'not_qualified',
  Gatekeeper: 'gatekeeper',
};

function outcomeOf({ analysis }: CoachedCall): Outcome {
  return outcomes[analysis.disposition?.outcomes[0] ?? ''] ?? 'unclear';
}

/** What the label counts as: an outcome that is acceptable, too, is right. */
function labelOf(coached: CoachedCall): Disposition {
  const { disposition, also_acceptable } = coached.call.gold;
  return also_acceptable.find((also) => also === outcomeOf(coached)) ?? disposition;
}

export function scoreDispositions(calls: readonly CoachedCall[], miss: Note) {
  const confusion: Confusion = new Map();
  for (const coached of calls) {
    const [label, outcome] = [labelOf(coached), outcomeOf(coached)];
    const row = confusion.get(label) ?? new Map<Outcome, number>();
    confusion.set(label, row.set(outcome, (row.get(outcome) ?? 0) + 1));
    if (label !== outcome) {
      const { outcomes = [], reasoning = '' } = coached.analysis.disposition ?? {};
      miss(coached, `disposition ${label}, not ${outcomes[0] ?? 'without a label'} (${reasoning})`);
    }
  }
  const committed = calls.filter((coached) => outcomeOf(coached) !== 'unclear');
  const isRight = (coached: CoachedCall): boolean => labelOf(coached) === outcomeOf(coached);
  return {
    accuracy: share(calls, isRight),
    macroF1: macroF1(confusion),
    committed: { hits: committed.length, of: calls.length },
    rightWhereCommitted: share(committed, isRight),
    confusion,
  };
}

/** The mean over the labels that occur: F1 is 0 for one that is never found. */
function macroF1(confusion: Confusion): number {
  const scores = [...confusion].map(([label, row]) => {
    const found = row.get(label) ?? 0;
    const labelled = sum([...row.values()]);
    const reported = sum([...confusion.values()].map((one) => one.get(label) ?? 0));
    return (2 * found) / (labelled + reported);
  });
  return sum(scores) / scores.length;
}

export function scoreAppointments(calls: readonly CoachedCall[], miss: Note) {
  const made = calls.filter(({ call }) => call.gold.appointment !== null);
  const none = calls.filter(({ call }) => call.gold.appointment === null);
  const isSet = (coached: CoachedCall): boolean => outcomeOf(coached) === 'appointment_set';
  const isFound = (coached: CoachedCall): boolean => isSet(coached) || Boolean(coached.analysis.appointment);
  const isFalse = (coached: CoachedCall): boolean => isSet(coached) && labelOf(coached) !== 'appointment_set';
  const times: Share = { hits: 0, of: 0 };
  let timesToLookAt = 0;
  for (const coached of calls) {
    const ours = coached.analysis.appointment ?? null;
    const { appointment } = coached.call.gold;
    const said = ours === null ? '' : `"${ours.as_agreed}" (${ours.at})`;
    if (appointment !== null && !isFound(coached))
      miss(coached, `appointment not found: ${appointment.when}`);
    if (appointment === null && isFalse(coached)) miss(coached, 'false Appointment Set');
    if (ours === null) continue;
    times.of++;
    const verdict = appointment === null ? 'wrong' : compareTimes(appointment.when, ours, appointment.at);
    if (verdict === 'right') times.hits++;
    else miss(coached, `agreed time, ${verdict}: ${said}, labelled ${appointment?.when ?? 'none'}`);
    if (verdict === 'look at it') timesToLookAt++;
  }
  return {
    falseAppointments: share(none, isFalse),
    appointmentsFound: share(made, isFound),
    timesRight: times,
    timesToLookAt,
  };
}
