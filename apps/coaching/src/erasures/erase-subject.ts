import type { Erasure } from '@debrief/contracts/events/erasures';
import type { Round } from '@debrief/database/loop';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { forgetUsers } from '../agendas/record-user-change.ts';
import type { Tables } from '../tables.ts';
import { deleteAnalyses } from './delete-analyses.ts';
import { rewriteAgendas, rewriteDigests } from './forget-in-periods.ts';
import { removeUserName } from './remove-user-name.ts';

/** One batch of what coaching holds of an erased recording, contact or user. */
export async function eraseSubject(tx: Tx<Tables>, erasure: Erasure): Promise<Round> {
  const { kind, with_recordings } = erasure;
  const isKept = kind === 'user' && !with_recordings;
  await deleteWork(tx, erasure, isKept);
  const round = isKept ? await removeUserName(tx, erasure) : await deleteAnalyses(tx, erasure);
  if (round === 'more') return 'more';
  if (kind === 'user') await eraseAgent(tx, erasure);
  await redactPeriods(tx, erasure);
  return 'done';
}

/** What waits or is being analysed: its result is refused. That of a removed user comes again, without the name. */
async function deleteWork(tx: Tx<Tables>, { integration_id, kind, subject_id }: Erasure, isKept: boolean) {
  const isOf = kind === 'recording' ? sql`r.id` : sql`(r.recording ->> ${`${kind}_id`})::uuid`;
  await sql`
    delete from analyses_due r
    where r.integration_id = ${integration_id} and ${isOf} = ${subject_id}
      ${isKept ? sql`and r.recording ->> 'external_user_id' <> r.recording ->> 'user_id'` : sql``}
  `.execute(tx);
}

async function eraseAgent(tx: Tx<Tables>, erasure: Erasure): Promise<void> {
  const { integration_id, subject_id } = erasure;
  // First, and locked: a signal that is being made waits for this lock, and then finds no agent.
  await sql`
    delete from agents where integration_id = ${integration_id} and user_id = ${subject_id}
  `.execute(tx);
  for (const table of ['signals', 'speech', 'agent_mappings']) {
    await sql`
      delete from ${sql.table(table)} where integration_id = ${integration_id} and user_id = ${subject_id}
    `.execute(tx);
  }
  await forgetUsers(tx, [{ integration_id, user_id: subject_id }]);
}

/** Digests name agents; what others wrote into their agendas may name anybody. */
async function redactPeriods(
  tx: Tx<Tables>,
  { integration_id, kind, subject_id, words }: Erasure,
): Promise<void> {
  const none = new Set<string>();
  if (kind === 'user') {
    const isIn = sql`exists (
      select from json_array_elements(p.digest -> 'agents') agent where agent ->> 'user_id' = ${subject_id}
    )`;
    await rewriteDigests(tx, integration_id, isIn, { recordings: none, names: words });
  }
  if (words.length === 0) return;
  const names = (text: string) => sql`exists (
    select from unnest(${[...words]}::text[]) word where strpos(lower(${sql.ref(text)}::text), lower(word)) > 0
  )`;
  const gone = { recordings: none, names: words };
  await rewriteDigests(tx, integration_id, names('p.digest'), gone);
  await rewriteAgendas(
    tx,
    integration_id,
    sql`(${names('a.content')} or ${names('a.answers')} or ${names('a.draft')})`,
    gone,
  );
}
