import { DebriefError, INTEGRATION_NOT_FOUND, RUBRIC_CHANGED } from '@debrief/contracts/errors';
import type { Tx } from '@debrief/database/pool';
import { resolveRubrics } from '../engines/resolve-rubrics.ts';
import type { Tables } from '../tables.ts';
import { proposeRubrics } from './propose-rubrics.ts';
import { findRubrics } from './rubric-queries.ts';
import { builtIn } from './team.ts';

/**
 * Adds a version of each rubric that differs from its newest one, or none where any has a fault.
 * @param expected The version that a single one changes; null: it has none yet.
 */
export async function storeRubrics(
  tx: Tx<Tables>,
  integrationId: string,
  contents: readonly unknown[],
  expected?: string | null,
): Promise<{ names: readonly string[] } | { faults: string[] }> {
  // Locked, so that of two that are set at once the later one is checked with the earlier one.
  const integration = await tx
    .selectFrom('integrations')
    .select('integration_id')
    .where('integration_id', '=', integrationId)
    .forUpdate()
    .executeTakeFirst();
  if (integration === undefined) throw new DebriefError(INTEGRATION_NOT_FOUND);
  const own = await findRubrics(tx, integrationId);
  const { faults, changed, names } = proposeRubrics(own, contents);
  if (expected !== undefined && contents.length > 1)
    faults.push('expected_version is that of a single rubric: set one at a time');
  if (faults.length > 0) return { faults };
  if (expected !== undefined && changed.length > 0) {
    const present = resolveRubrics(builtIn, own).rubrics.get(names[0] ?? '')?.version ?? null;
    if (present !== expected) throw new DebriefError(RUBRIC_CHANGED);
  }
  const rows = changed.map(({ name, version, content }) => ({
    ...{ integration_id: integrationId, name, version },
    content: JSON.stringify(content),
  }));
  if (rows.length > 0) await tx.insertInto('rubrics').values(rows).execute();
  return { names };
}
