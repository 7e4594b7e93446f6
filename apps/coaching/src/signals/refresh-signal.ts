import { handleJob, type JobHandler } from '@debrief/database/jobs';
import { type Tx, transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { SpeechCount, SpeechCounts, SpeechQuote } from '../engines/findings/speech/speech.ts';
import type { Db, Tables } from '../tables.ts';
import { composeSignal } from './compose-signal.ts';
import { isLeftOut } from './left-out.ts';
import { quotesOf } from './quotes-of.ts';
import { type RefreshRequest, refreshJob } from './refresh-job.ts';
import type { SignalInput } from './signal-input.ts';
import { profileText } from './signal-view.ts';

/** Less says too little: there is no signal. */
export const LEAST_CALLS = 5;
export const LEAST_WORDS = 1_500;
/** A signal is renewed when there are so many times the words that it rests on. */
export const GROWTH = 1.1;
/** Calls, the newest first, that are searched for quotes. */
const QUOTED_CALLS = 50;

/** Infers the signal of an agent anew where there is enough speech, and enough more than at the last time. */
export function refreshSignal(db: Db): JobHandler {
  return handleJob(refreshJob, (request) => transaction(db, (tx) => refresh(tx, request)));
}

async function refresh(tx: Tx<Tables>, request: RefreshRequest): Promise<void> {
  const agent = await lockAgent(tx, request);
  const { calls, words } = await amountOfSpeech(tx, request);
  if (agent === null || calls < LEAST_CALLS || words < LEAST_WORDS) return;
  if (request.is_asked !== true && agent.words !== null && words < agent.words * GROWTH) return;
  const indicators = await sumOfSpeech(tx, request);
  const quotes = await quotesOfSpeech(tx, request);
  const profile = profileText(
    composeSignal({ name: firstName(agent.name), calls, words, indicators, quotes }),
  );
  const { integration_id, user_id } = request;
  await tx
    .insertInto('signals')
    .values({ integration_id, user_id, id: uuidv7(), profile, calls, words })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'user_id']).doUpdateSet({
        profile,
        calls,
        words,
        version: sql`signals.version + 1`,
        updated_date: sql`now()`,
      }),
    )
    .execute();
}

/** Two jobs of one agent take turns. `words`: what its signal rests on; null while there is none. */
async function lockAgent(
  tx: Tx<Tables>,
  { integration_id, user_id }: RefreshRequest,
): Promise<{ name: string; words: number | null } | null> {
  const agent = await tx
    .selectFrom('agents')
    .select('name')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .where(sql<boolean>`not ${isLeftOut('agents')}`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (agent === undefined) return null;
  const signal = await tx
    .selectFrom('signals')
    .select('words')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return { name: agent.name, words: signal?.words ?? null };
}

/** A call in which the agent says nothing is none. */
export async function amountOfSpeech(
  db: Db | Tx<Tables>,
  { integration_id, user_id }: Pick<RefreshRequest, 'integration_id' | 'user_id'>,
): Promise<{ calls: number; words: number }> {
  const { rows } = await sql<{ calls: number; words: number }>`
    select count(*)::integer as calls, coalesce(sum(words), 0)::integer as words from speech
    where integration_id = ${integration_id} and user_id = ${user_id} and words > 0
  `.execute(db);
  return rows[0] ?? { calls: 0, words: 0 };
}

async function sumOfSpeech(
  tx: Tx<Tables>,
  { integration_id, user_id }: RefreshRequest,
): Promise<SpeechCounts> {
  const { rows } = await sql<{ name: SpeechCount; amount: number }>`
    select counted.key as name, sum(counted.value::float8)::float8 as amount
    from speech cross join json_each_text(speech.indicators) counted
    where integration_id = ${integration_id} and user_id = ${user_id} and words > 0
    group by counted.key
  `.execute(tx);
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]));
}

async function quotesOfSpeech(
  tx: Tx<Tables>,
  { integration_id, user_id }: RefreshRequest,
): Promise<SignalInput['quotes']> {
  const { rows } = await sql<{ day: string; quotes: SpeechQuote[] }>`
    select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, quotes from speech
    where integration_id = ${integration_id} and user_id = ${user_id} and words > 0
    order by occurred_at desc, recording_id desc
    limit ${QUOTED_CALLS}
  `.execute(tx);
  return quotesOf(rows);
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] || 'The agent';
}
