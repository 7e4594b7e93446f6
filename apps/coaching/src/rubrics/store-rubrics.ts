import { DebriefError, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import type { Tx } from '@debrief/database/pool';
import type { Tables } from '../tables.ts';
import { proposeRubrics } from './propose-rubrics.ts';
import { findRubrics } from './rubric-queries.ts';

/** Adds a version of each rubric that differs from its newest one, or none where any has a fault. */
export async function storeRubrics(
  tx: Tx<Tables>,
  integrationId: string,
  contents: readonly unknown[],
): Promise<{ names: readonly string[] } | { faults: string[] }> {
  // Locked, so that of two that are set at once the later one is checked with the earlier one.
  const integration = await tx
    .selectFrom('integrations')
    .select('integration_id')
    .where('integration_id', '=', integrationId)
    .forUpdate()
    .executeTakeFirst();
  if (integration === undefined) throw new DebriefError(INTEGRATION_NOT_FOUND);
  const { faults, changed, names } = proposeRubrics(await findRubrics(tx, integrationId), contents);
  if (faults.length > 0) return { faults };
  const rows = changed.map(({ name, version, content }) => ({
    ...{ integration_id: integrationId, name, version },
    content: JSON.stringify(content),
  }));
  if (rows.length > 0) await tx.insertInto('rubrics').values(rows).execute();
  return { names };
}
