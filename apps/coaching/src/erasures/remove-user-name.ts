import { type Erasure, REMOVED_USER_NAME } from '@debrief/contracts/events/erasures';
import { isCased, quotesIn, redact } from '@debrief/contracts/redact';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import type { Round } from '@debrief/database/loop';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

const BATCH_ROWS = 20;

interface Named {
  recording_id: string;
  body: AnalysisBody;
}

interface NamedPast extends Named {
  replaced_date: string;
}

/** Takes the name of a removed user out of a batch of their analyses: as a label, and wherever it is said. */
export async function removeUserName(tx: Tx<Tables>, erasure: Erasure): Promise<Round> {
  const { integration_id, subject_id, words } = erasure;
  const { rows: named } = await sql<Named>`
    select a.recording_id, a.body from analyses a
    where a.integration_id = ${integration_id} and a.user_id = ${subject_id}
      and a.body -> 'speakers' ->> 'user_name' <> ${REMOVED_USER_NAME}
    limit ${BATCH_ROWS}
    for update
  `.execute(tx);
  for (const { recording_id, body } of named) {
    await sql`
      update analyses set body = ${withoutName(body, words)}::json
      where integration_id = ${integration_id} and recording_id = ${recording_id}
    `.execute(tx);
    const { rows: past } = await sql<NamedPast>`
      select recording_id, replaced_date, body from past_analyses
      where integration_id = ${integration_id} and recording_id = ${recording_id}
    `.execute(tx);
    for (const { replaced_date, body: earlier } of past) {
      await sql`
        update past_analyses set body = ${withoutName(earlier, words)}::json
        where integration_id = ${integration_id} and recording_id = ${recording_id}
          and replaced_date = ${replaced_date}::timestamptz
      `.execute(tx);
    }
  }
  return named.length === 0 ? 'done' : 'more';
}

function withoutName(body: AnalysisBody, words: readonly string[]): string {
  const left = redact(body, [...words, body.speakers.user_name], isCased(quotesIn(body)));
  return JSON.stringify({ ...left, speakers: { ...left.speakers, user_name: REMOVED_USER_NAME } });
}
