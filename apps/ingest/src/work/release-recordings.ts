import type { InputOf } from '@debrief/contracts/define';
import { failure } from '@debrief/contracts/failures';
import { releaseWork as operation } from '@debrief/contracts/operations/ingest-work';
import { returnWork } from '@debrief/database/leased-work';
import { type Tx, transaction } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import type { Logger } from '@debrief/service-kit/logger';
import type { Db, Tables } from '../tables.ts';
import { emitSubmitted } from './emit-submitted.ts';
import { endRecordings } from './end-recordings.ts';
import { lossCounts, toQueue, type WorkSettings, work } from './work-settings.ts';

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

/** All at once, in one order: two batches with recordings in common cannot deadlock. */
async function releaseAll(
  tx: Tx<Tables>,
  settings: WorkSettings,
  releases: readonly Release[],
): Promise<boolean[]> {
  const returns = releases.map(({ recording_id, error, retry_after_seconds, ...release }) => ({
    ...release,
    id: recording_id,
    reason: error?.code ?? null,
    afterSeconds: retry_after_seconds,
  }));
  const returned = await returnWork(tx, work, returns, { ...settings, counts: lossCounts, set: toQueue });
  const held = returned.map((key, index) => ({ key, release: releases[index] }));
  await endRecordings(
    tx,
    held.flatMap(({ key, release }) =>
      key?.isExhausted ? [{ ...key, error: release?.error ?? failure('timed_out') }] : [],
    ),
  );
  await emitSubmitted(
    tx,
    held.flatMap(({ key, release }) =>
      key !== null && !key.isExhausted && isForAnother(release?.outcome) ? [key] : [],
    ),
  );
  return returned.map((key) => key !== null);
}

function isForAnother(outcome: Release['outcome'] | undefined): boolean {
  return outcome === 'handed_on' || outcome === 'lost';
}
