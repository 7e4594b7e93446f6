import type { OutputOf } from '@debrief/contracts/define';
import type { getRubric } from '@debrief/contracts/operations/rubrics';
import type { RubricCriterion } from '@debrief/contracts/resources/rubric';

/** When a criterion counts, in words. */
const when: Record<RubricCriterion['applies'], string> = {
  always: 'always',
  open: 'unless the contact is ruled out or asked not to be called',
  engaged: 'when the contact says enough to lead a conversation',
  objections: 'when there are objections',
};

/** What a rubric looks for, for people. */
export function formatRubric({ state, rubric }: OutputOf<typeof getRubric>): string {
  const { title, name, version, criteria, not_rated, disposition_labels = {}, focus = [] } = rubric;
  const total = criteria.reduce((sum, { weight }) => sum + weight, 0);
  const share = (weight: number) => `${Math.round((100 * weight) / total)}%`;
  const lines = [
    `${title} (${name}@${version}, ${state.built_in ? 'built in' : 'own'})`,
    ...(state.extends === null ? [] : [`Extends ${state.extends}`]),
    ...(state.categories.length === 0 ? [] : [`Judges ${state.categories.join(', ')}`]),
    `Not rated: ${not_rated.join(', ') || 'none'}`,
    ...criteria.flatMap((criterion) => formatCriterion(criterion, share(criterion.weight))),
    ...section(
      'Labels',
      Object.entries(disposition_labels).map(([code, label]) => `${code}: ${label}`),
    ),
    ...section(
      'Focus of the month',
      focus.map(
        ({ month, criterion, note }) => `${month}: ${criterion}${note === undefined ? '' : `, ${note}`}`,
      ),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function formatCriterion({ title, id, applies, not_for, indicators }: RubricCriterion, share: string) {
  return [
    '',
    `${title} (${id}): ${share} where all count; counts ${when[applies]}${except(not_for)}`,
    ...indicators.map(
      ({ points, heard, not_for }) => `  ${String(points).padStart(3)}  ${heard}${except(not_for)}`,
    ),
  ];
}

function except(types: readonly string[] = []): string {
  return types.length === 0 ? '' : `; not for ${types.join(', ')}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}
