import { DebriefError, RUBRIC_NOT_FOUND, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { checkRubrics, getRubric, listRubrics, setRubrics } from '@debrief/contracts/operations/rubrics';
import { recordAudit } from '@debrief/database/audit';
import { transaction } from '@debrief/database/pool';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { resolveRubrics } from '../engines/resolve-rubrics.ts';
import type { Db } from '../tables.ts';
import { proposeRubrics } from './propose-rubrics.ts';
import { findRubricVersion } from './rubric-queries.ts';
import { storeRubrics } from './store-rubrics.ts';
import { builtIn, getTeam, rubricState, type Team } from './team.ts';

/** Rubrics are an operator's: what they change is seen in every later analysis. */
export function rubricHandlers(db: Db): OperationHandler[] {
  const list = handleEach(listRubrics, async ({ input }) => {
    const team = await getTeam(db, input.integration_id);
    return { ok: { data: [...team.rubrics.values()].map((rubric) => rubricState(rubric, team)) } };
  });
  const get = handleEach(getRubric, async ({ input: { integration_id, name, version } }) => {
    const team = await getTeam(db, integration_id);
    const seen =
      integration_id === null || version === undefined
        ? team
        : await withVersion(db, team, integration_id, { name, version });
    const rubric = seen.rubrics.get(name);
    const { content } = [...seen.own, ...builtIn].find((one) => one.name === name) ?? {};
    if (rubric === undefined) return { error: new DebriefError(RUBRIC_NOT_FOUND) };
    return { ok: { state: rubricState(rubric, seen), content, rubric } };
  });
  const check = handleEach(checkRubrics, async ({ input: { integration_id, rubrics } }) => {
    const team = await getTeam(db, integration_id);
    return { ok: { faults: proposeRubrics(team.own, rubrics).faults } };
  });
  const set = handleWrite(setRubrics, async ({ caller, input: { integration_id, rubrics } }) => {
    const stored = await transaction(db, async (tx) => {
      const result = await storeRubrics(tx, integration_id, rubrics);
      if ('names' in result) {
        const entry = { action: 'rubrics.changed', integration_id, details: { rubrics: result.names } };
        await recordAudit(tx, 'coaching', caller, entry);
      }
      return result;
    });
    if ('faults' in stored)
      return { error: new DebriefError(VALIDATION_FAILED, { violations: stored.faults }) };
    const team = await getTeam(db, integration_id);
    const states = stored.names.map((name) => team.rubrics.get(name)).filter((one) => one !== undefined);
    return { ok: { data: states.map((rubric) => rubricState(rubric, team)) } };
  });
  return [list, get, check, set];
}

/** The team with one of its rubrics as it was; what that extends is as it is now. */
async function withVersion(
  db: Db,
  team: Team,
  integrationId: string,
  wanted: { name: string; version: number },
): Promise<Team> {
  const earlier = await findRubricVersion(db, integrationId, wanted);
  if (earlier === undefined) throw new DebriefError(RUBRIC_NOT_FOUND);
  const own = team.own.map((one) => (one.name === earlier.name ? earlier : one));
  return { ...team, own, ...resolveRubrics(builtIn, own) };
}
