import type { OutputOf } from '@debrief/contracts/define';
import { getOwnIntegration } from '@debrief/contracts/operations/directory-own';
import { getOwnRubric } from '@debrief/contracts/operations/rubrics';
import { type Category, categoryOf } from '@debrief/contracts/resources/access';
import { html } from '../html/html.ts';
import type { Visitor } from '../session/visitor.ts';
import { callToTry, type Trial, trialCard, tryOn } from './rubric-trial.ts';

/** Labels and focus of this one reach all others. */
export const GENERAL = 'general-sales';

export type Labels = Record<string, string>;

/** The general rubric with these names of outcomes, and all else that it says. */
export function withLabels({ state, content }: OutputOf<typeof getOwnRubric>, labels: Labels): object {
  const before = state.built_in ? { name: GENERAL, extends: GENERAL } : (content as object);
  return { ...before, disposition_labels: labels };
}

/** What the outcome of a stored call would be called. */
export async function tryLabels(visitor: Visitor, labels: Labels, id: string): Promise<Trial> {
  const [known, call, integration] = await Promise.all([
    visitor.ask(getOwnRubric, { name: GENERAL }),
    callToTry(visitor, id),
    visitor.ask(getOwnIntegration, {}),
  ]);
  const category = call === null ? null : categoryOf(integration, call.category);
  return tryOn(visitor, { id, call, rubric: withLabels(known, labels), category });
}

/** Which category a stored call is of, and how the rubric of that one would judge it. */
export async function tryCategories(
  visitor: Visitor,
  categories: readonly Category[],
  id: string,
): Promise<Trial> {
  const call = await callToTry(visitor, id);
  const given = { categories: categories.length === 0 ? null : [...categories] };
  const category = call === null ? null : categoryOf(given, call.category);
  if (call !== null && category === null)
    return {
      tried: trialCard(
        html`<p class="card-body mb-0">It was sent as “${call.category}”, which is none of these categories: a call like it would be refused.</p>`,
      ),
    };
  return tryOn(visitor, { id, call, rubric: null, category });
}
