import type { OutputOf } from '@debrief/contracts/define';
import { ATTEMPT_FACTOR, claimWork as operation } from '@debrief/contracts/operations/ingest-work';
import { isoInstant } from '@debrief/database/instants';
import { claimWork } from '@debrief/database/leased-work';
import { transaction } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { type AudioKeeping, keepsAudio, keepsNone } from '../audio/keep-days.ts';
import { removesCardNumbers } from '../integrations/record-integration.ts';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Db } from '../tables.ts';
import { type WorkSettings, work } from './work-settings.ts';

type Handed = Pick<
  OutputOf<typeof operation>['work'][number],
  | 'recording'
  | 'recording_url'
  | 'allowed_hosts'
  | 'queued_at'
  | 'alone'
  | 'removes_card_numbers'
  | 'speech_engine'
  | 'audio_store'
>;

const queuedAt = isoInstant('r.queued_at');
/** Clients may submit any length for their audio. */
const AUDIO_SECONDS_MAX = 86_400;
/** One worker may be lost by chance. A worker that runs recordings alone is slower, so that not the first loss decides. */
const ALONE_FROM_LOSSES = 2;

/** Hands recordings to workers. All of a batch are claimed in one transaction, one worker after the other. */
export function claimRecordings(db: Db, settings: WorkSettings, audio: AudioKeeping = keepsNone) {
  const { leaseSeconds, perIntegration } = settings;
  const audioSeconds = sql`least(coalesce(r.audio_seconds, r.duration_seconds), ${AUDIO_SECONDS_MAX})`;
  return handle(operation, (items) =>
    transaction(db, async function claimForEach(tx) {
      const outcomes = [];
      for (const { input } of items) {
        const rows = await claimWork(tx, work, {
          claimant: input.worker,
          holds: input.holds,
          places: input.places,
          perIntegration,
          leaseSeconds,
          deadlineSeconds: sql`${settings.attemptSeconds} + ${ATTEMPT_FACTOR} * ${audioSeconds}`,
          set: sql`status = 'DOWNLOADING', progress = 5, status_since = clock_timestamp(),
            speech_seconds = 0, speech_money = 0, speech_day = null,
            audio_asked = r.audio_asked or ${keepsAudio(audio)}`,
          select: sql<Handed>`${recordingContext} as recording, r.recording_url, r.allowed_hosts, ${queuedAt} as queued_at,
            r.losses >= ${ALONE_FROM_LOSSES} as alone,
            ${removesCardNumbers(sql`r.integration_id`)} as removes_card_numbers,
            (select i.speech_engine from integrations i where i.integration_id = r.integration_id) as speech_engine,
            case when ${keepsAudio(audio)} then ${audio.storeId}::uuid end as audio_store`,
        });
        outcomes.push({ ok: { work: rows.map((row) => ({ ...row, lease_seconds: leaseSeconds })) } });
      }
      return outcomes;
    }),
  );
}
