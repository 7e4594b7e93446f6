import type { InputOf } from '@debrief/contracts/define';
import { failure } from '@debrief/contracts/failures';
import { releaseWork as operation } from '@debrief/contracts/operations/ingest-work';
import { type Return, returnWork } from '@debrief/database/leased-work';
import { type Tx, transaction } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import type { Logger } from '@debrief/service-kit/logger';
import type { Db, Tables } from '../tables.ts';
import { emitSubmitted } from './emit-submitted.ts';
import { endRecordings } from './end-recordings.ts';
import { lockHeld } from './lock-held.ts';
import { toQueue, type WorkSettings, work } from './work-settings.ts';

type Release = InputOf<typeof operation>;

/** Takes recordings back from their worker: FAILED, or to the queue. Calls `emitted` when there are events to relay. */
export function releaseRecordings(db: Db, settings: WorkSettings, emitted: () => void, log: Logger) {
  return handle(operation, async (items) => {
    const releases = items.map(({ input }) => input);
    const held = await transaction(db, (tx) => releaseAll(tx, settings, releases));
    emitted();
    for (const [index, { error, outcome, detail, ...recording }] of releases.entries()) {
      if (held[index] && outcome !== 'handed_on')
        log.info({ ...recording, outcome, code: error?.code, detail }, 'a recording was released');
    }
    return held.map((isHeld) => ({ ok: { held: isHeld } }));
  });
}

async function releaseAll(
  tx: Tx<Tables>,
  settings: WorkSettings,
  releases: readonly Release[],
): Promise<boolean[]> {
  // All at once, in one order: two batches with recordings in common cannot deadlock.
  const held = await lockHeld(tx, releases);
  const mine = releases.filter((_, index) => held[index]);
  const returns = mine.filter(({ outcome }) => outcome !== 'failed');
  const returned = await returnWork(tx, work, returns.map(toReturn), { ...settings, set: toQueue });
  const exhausted = returns.filter((_, index) => returned[index]?.isExhausted);
  await endRecordings(
    tx,
    [...mine.filter(({ outcome }) => outcome === 'failed'), ...exhausted].map((release) => ({
      ...keyOf(release),
      error: release.error ?? failure('internal'),
    })),
  );
  const handedOn = returned.filter((_, index) => returns[index]?.outcome === 'handed_on');
  await emitSubmitted(
    tx,
    handedOn.filter((key) => key !== null),
  );
  return held;
}

function keyOf({ integration_id, recording_id, attempt }: Release) {
  return { integration_id, id: recording_id, attempt };
}

function toReturn(release: Release): Return {
  return {
    ...keyOf(release),
    outcome: release.outcome === 'failed' ? 'retry' : release.outcome,
    reason: release.error?.code ?? null,
    afterSeconds: release.retry_after_seconds,
  };
}
