import { DebriefError, REBUILD_RUNNING } from '@debrief/contracts/errors';
import { listIntegrationFacts } from '@debrief/contracts/operations/facts';
import { ingestRebuilds } from '@debrief/contracts/operations/rebuilds';
import { type Copy, findRebuild, rebuildView, startRebuild } from '@debrief/database/rebuild';
import type { Messaging } from '@debrief/messaging/connection';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import { listFacts } from '@debrief/messaging/list-facts';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Db, IntegrationsTable, Tables } from '../tables.ts';
import { integrationOf } from './record-integration.ts';

/** Integrations by what directory says of them. */
export function rebuildIntegrations(messaging: Messaging): Copy<Tables, IntegrationsTable> {
  return {
    kind: 'integrations',
    table: {
      name: 'integrations',
      key: ['integration_id'],
      columns: [
        'integration_id',
        'version',
        'text_days',
        'audio_days',
        'removes_card_numbers',
        'speech_engine',
      ] satisfies (keyof IntegrationsTable)[],
    },
    async rows(start) {
      const { data, next } = await listFacts(messaging, listIntegrationFacts, start);
      return { rows: data.map(integrationOf), next };
    },
  };
}

/** Rebuilds are begun and watched here; a job runs them. */
export function rebuildHandlers(db: Db): OperationHandler[] {
  const start = handleWrite(ingestRebuilds.start, async ({ input: { kind, integration_id } }) => {
    const rebuild = await startRebuild(db, 'ingest', { kind, integrationId: integration_id });
    return rebuild === null ? { error: new DebriefError(REBUILD_RUNNING) } : { ok: rebuildView(rebuild) };
  });
  const get = handleEach(ingestRebuilds.get, async ({ input }) => {
    const rebuild = await findRebuild(db, input.kind);
    return { ok: rebuild === null ? null : rebuildView(rebuild) };
  });
  return [start, get];
}
