import type { Caller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, RUBRIC_NOT_FOUND, VALIDATION_FAILED } from '@debrief/contracts/errors';
import {
  checkRubrics,
  getOwnRubric,
  getRubric,
  listOwnRubrics,
  listRubrics,
  setOwnRubrics,
  setRubrics,
  tryOwnRubric,
} from '@debrief/contracts/operations/rubrics';
import { recordAudit } from '@debrief/database/audit';
import { transaction } from '@debrief/database/pool';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { AnalysisThreads } from '../analyses/analysis-threads.ts';
import { resolveRubrics } from '../engines/resolve-rubrics.ts';
import type { Db } from '../tables.ts';
import { proposeRubrics } from './propose-rubrics.ts';
import { findRubricVersion } from './rubric-queries.ts';
import { storeRubrics } from './store-rubrics.ts';
import { builtIn, getTeam, rubricState, type Team } from './team.ts';
import { tryRubric } from './try-rubric.ts';

/** For operators, of any integration, and for the admins of each, of their own. What they change is seen in every later analysis. */
export function rubricHandlers(db: Db, threads: Pick<AnalysisThreads, 'analyze'>): OperationHandler[] {
  return [
    handleEach(listRubrics, async ({ input }) => ({ ok: await list(db, input.integration_id) })),
    handleEach(getRubric, async ({ input }) => ({ ok: await get(db, input) })),
    handleEach(checkRubrics, async ({ input: { integration_id, rubrics } }) => {
      const team = await getTeam(db, integration_id);
      return { ok: { faults: proposeRubrics(team.own, rubrics).faults } };
    }),
    handleWrite(setRubrics, async ({ caller, input }) => set(db, caller, input)),
    handleEach(listOwnRubrics, async ({ caller }) => ({ ok: await list(db, caller.integration_id) })),
    handleEach(getOwnRubric, async ({ caller: { integration_id }, input }) => ({
      ok: await get(db, { integration_id, ...input }),
    })),
    handleWrite(setOwnRubrics, async ({ caller, input }) =>
      set(db, caller, { integration_id: caller.integration_id, ...input }),
    ),
    handleEach(tryOwnRubric, async ({ caller, input }) => ({
      ok: await tryRubric(db, threads, { integrationId: caller.integration_id, ...input }),
    })),
  ];
}

async function list(db: Db, integrationId: string | null) {
  const team = await getTeam(db, integrationId);
  return { data: [...team.rubrics.values()].map((rubric) => rubricState(rubric, team)) };
}

async function get(db: Db, { integration_id, name, version }: InputOf<typeof getRubric>) {
  const team = await getTeam(db, integration_id);
  const seen =
    integration_id === null || version === undefined
      ? team
      : await withVersion(db, team, integration_id, { name, version });
  const rubric = seen.rubrics.get(name);
  const { content } = [...seen.own, ...builtIn].find((one) => one.name === name) ?? {};
  if (rubric === undefined) throw new DebriefError(RUBRIC_NOT_FOUND);
  return { state: rubricState(rubric, seen), content, rubric };
}

async function set(db: Db, caller: Caller, input: InputOf<typeof setRubrics>) {
  const { integration_id, rubrics, expected_version } = input;
  const stored = await transaction(db, async (tx) => {
    const result = await storeRubrics(tx, integration_id, rubrics, expected_version);
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
