import { DebriefError, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import type { RubricState } from '@debrief/contracts/operations/rubrics';
import type { Category } from '@debrief/contracts/resources/access';
import type { Rubric } from '@debrief/contracts/resources/rubric';
import type { Kysely } from 'kysely';
import { readRubricFiles } from '../engines/load-rubrics.ts';
import { chooseName, type Named, type ResolvedRubrics, resolveRubrics } from '../engines/resolve-rubrics.ts';
import type { Tables } from '../tables.ts';
import { findRubrics, type StoredRubric } from './rubric-queries.ts';

export const builtIn: readonly Named[] = readRubricFiles();
/** Of teams without rubrics of their own: to complete them takes 3 ms, several times a page. */
const builtInRubrics = resolveRubrics(builtIn);

/** What an integration judges by; without one, what everybody does. */
export interface Team extends ResolvedRubrics {
  readonly own: readonly StoredRubric[];
  readonly categories: readonly Category[];
}

/** @throws INTEGRATION_NOT_FOUND also for one that coaching has not heard of yet. */
export async function getTeam(db: Kysely<Tables>, integrationId: string | null): Promise<Team> {
  const categories = integrationId === null ? [] : await categoriesOf(db, integrationId);
  const own = await findRubrics(db, integrationId);
  return { own, categories, ...(own.length === 0 ? builtInRubrics : resolveRubrics(builtIn, own)) };
}

async function categoriesOf(db: Kysely<Tables>, integrationId: string): Promise<Category[]> {
  const found = await db
    .selectFrom('integrations')
    .select('categories')
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  if (found === undefined) throw new DebriefError(INTEGRATION_NOT_FOUND);
  return found.categories ?? [];
}

export function rubricState(
  rubric: Rubric,
  { own, categories, rubrics }: Pick<Team, 'own' | 'categories' | 'rubrics'>,
): RubricState {
  const { name, title, version, criteria } = rubric;
  const mine = own.find((one) => one.name === name);
  const content = mine?.content ?? builtIn.find((one) => one.name === name)?.content;
  const judges = (category: Category) =>
    chooseName({ kind: category.kind, rubric: category.rubric ?? null }, rubrics) === name;
  return {
    ...{ name, title, version, built_in: mine === undefined },
    extends: (content as { extends?: string } | undefined)?.extends ?? null,
    criteria: criteria.length,
    categories: categories.filter(judges).map((category) => category.name),
    created_date: mine?.created_date ?? null,
  };
}
