import { CALL_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { getCorrections as operation } from '@debrief/contracts/operations/corrections';
import type { HeardTranscript, Transcript } from '@debrief/contracts/resources/transcript';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { recordingOfEach } from '../recordings/recording-lookup.ts';
import type { Db } from '../tables.ts';

interface Found {
  is_found: boolean;
  revision: number;
  is_judged: boolean;
  /** Both null where nothing differs, as a transcript of hours is a MB. */
  transcript: Transcript | null;
  original: HeardTranscript | null;
}

export function getCorrections(db: Db) {
  return handle(operation, async (items) => {
    const calls = items.map(({ caller, input }) => ({
      caller,
      input: { kind: 'call' as const, by: 'id' as const, value: input.recording_id },
    }));
    const { rows } = await sql<Found>`
      select r.id is not null as is_found, coalesce(t.revision, 0) as revision,
        coalesce(t.is_judged, true) as is_judged, t.original,
        case when t.original is not null then t.transcript end as transcript
      from ${recordingOfEach(calls)}
      left join transcripts t on t.integration_id = r.integration_id and t.recording_id = r.id
      order by item.ord
    `.execute(db);
    return rows.map(({ is_found, revision, is_judged, transcript, original }) => {
      if (!is_found) return { error: new DebriefError(CALL_NOT_FOUND) };
      return { ok: { revision, is_judged, heard: transcript && original && heard(transcript, original) } };
    });
  });
}

function heard({ segments }: Transcript, original: HeardTranscript) {
  const { agent, contact } = original.speakers;
  const lines = original.segments.flatMap(({ text }, segment_index) =>
    segments[segment_index]?.text === text ? [] : [{ segment_index, text }],
  );
  return { speakers: { agent, contact }, lines };
}
