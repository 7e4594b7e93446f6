import type { InputOf } from '@debrief/contracts/define';
import type { finishWork } from '@debrief/contracts/operations/ingest-work';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { AttemptKey } from '../pipeline/analyzing-recordings.ts';
import type { Tables } from '../tables.ts';

export type Part = InputOf<typeof finishWork>;

export interface Whole extends AttemptKey {
  json: string;
}

/**
 * Keeps parts of transcripts whose recordings this transaction has locked, so that of two last parts one sees the
 * other.
 * @returns the transcripts that are whole now.
 */
export async function keepParts(tx: Tx<Tables>, parts: readonly Part[]): Promise<Whole[]> {
  const [first] = parts;
  if (first === undefined) return [];
  const rows = parts.map(({ data, audio: _audio, ...part }) => ({ ...part, data: JSON.stringify(data) }));
  await tx
    .insertInto('transcript_parts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows: whole } = await sql<AttemptKey & { data: string[] }>`
    select p.integration_id, p.recording_id, p.attempt, array_agg(p.data order by p.part) as data
    from transcript_parts p
    where (p.integration_id, p.recording_id, p.attempt) in (
      select * from unnest(
        ${parts.map(({ integration_id }) => integration_id)}::uuid[],
        ${parts.map(({ recording_id }) => recording_id)}::uuid[],
        ${parts.map(({ attempt }) => attempt)}::integer[]
      )
    )
    group by p.integration_id, p.recording_id, p.attempt
    having count(*) = min(p.parts)
  `.execute(tx);
  return whole.map(({ data, ...key }) => ({
    ...key,
    json: data.map((part) => JSON.parse(part) as string).join(''),
  }));
}
