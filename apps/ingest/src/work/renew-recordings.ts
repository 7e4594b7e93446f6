import { ATTEMPT_FACTOR, renewWork as operation } from '@debrief/contracts/operations/ingest-work';
import { renewWork } from '@debrief/database/leased-work';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { type WorkSettings, work } from './work-settings.ts';

/** The progress a client may see of each stage; what is beyond it is clamped. */
const ranges = { DOWNLOADING: [5, 9], TRANSCRIBING: [10, 60] } as const;

/** Renews leases and moves status and progress forward, never back, all of a batch in one statement. */
export function renewRecordings(db: Db, { leaseSeconds }: WorkSettings) {
  return handle(operation, async (items) => {
    const inputs = items.map(({ input }) => input);
    const shown = inputs.map(({ status, progress }) => {
      const [least, most] = ranges[status];
      return Math.floor(Math.min(Math.max(progress, least), most));
    });
    const status = sql`(${inputs.map((input) => input.status)}::text[])[held.ord]`;
    const audio = sql`(${inputs.map(({ audio_seconds }) => audio_seconds)}::float8[])[held.ord]`;
    const isPaused = sql`(${inputs.map(({ paused }) => paused)}::boolean[])[held.ord]`;
    const isWorkedOn = sql`(${status} = 'TRANSCRIBING' and not ${isPaused})`;
    const isNewStatus = sql`(r.status <> 'TRANSCRIBING' and r.status <> ${status})`;
    const held = await renewWork(
      db,
      work,
      inputs.map(({ recording_id, ...input }) => ({ ...input, id: recording_id })),
      {
        leaseSeconds,
        extendSeconds: sql`coalesce(
          ${ATTEMPT_FACTOR} * (${audio} - coalesce(r.audio_seconds, r.duration_seconds)), 0
        )`,
        set: sql`
          audio_seconds = coalesce(${audio}, r.audio_seconds),
          status = case when ${isNewStatus} then ${status} else r.status end,
          status_since = case when ${isNewStatus} then clock_timestamp() else r.status_since end,
          progress = greatest(r.progress, (${shown}::integer[])[held.ord]),
          waits_for = case when not ${isWorkedOn} then r.waits_for end,
          waiting_since = case when not ${isWorkedOn} then r.waiting_since end
        `,
      },
    );
    return held.map((isHeld) => ({ ok: { held: isHeld } }));
  });
}
