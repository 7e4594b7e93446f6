import { type RawBuilder, sql } from 'kysely';

/**
 * The final body of the transcript `t` of the recording `r`, as JSON text; null where there is no transcript. Values
 * are copied as the JSON they were stored as, so a number keeps the digits it came with.
 */
export const transcriptBody: RawBuilder<string | null> = sql`
  (
    select row_to_json(body)::text
    from json_to_record(t.transcript) as stored (
      engine json, quality json, language json, channels json, duration_seconds json, speakers json, segments json
    )
    cross join lateral (
      select r.id as call_id, stored.engine, stored.quality, stored.language, stored.channels,
        stored.duration_seconds, stored.speakers,
        array(
          select row_to_json(segment)
          from json_to_recordset(stored.segments)
            as segment (speaker json, start_time json, end_time json, text json)
        ) as segments
    ) body
    where t.transcript is not null
  )
`;
