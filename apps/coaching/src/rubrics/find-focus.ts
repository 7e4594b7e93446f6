import type { RubricCriterion } from '@debrief/contracts/resources/rubric';
import type { Kysely } from 'kysely';
import { GENERAL, resolveRubrics } from '../engines/resolve-rubrics.ts';
import type { Tables } from '../tables.ts';
import { findRubrics } from './rubric-queries.ts';
import { builtIn } from './team.ts';

export interface Focus {
  readonly criterion: RubricCriterion;
  readonly note: string | null;
}

/** What a team works on in a month (`2026-11`), as its general rubric says; null where it says nothing. */
export async function findFocus(
  db: Kysely<Tables>,
  integrationId: string,
  month: string,
): Promise<Focus | null> {
  const own = await findRubrics(db, integrationId);
  const general = resolveRubrics(builtIn, own).rubrics.get(GENERAL);
  const focus = general?.focus?.find((one) => one.month === month);
  const criterion = general?.criteria.find(({ id }) => id === focus?.criterion);
  return focus === undefined || criterion === undefined ? null : { criterion, note: focus.note ?? null };
}
