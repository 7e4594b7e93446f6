import { Client } from 'pg';
import { searchFiles } from './search-everything.ts';

/**
 * What Postgres stores is its purpose. On a cluster the replication logs of NATS keep what went through for longer than
 * its streams do (docs/operating.md).
 */
export const SERVERS_OWN: readonly string[] = [
  'postgres/data',
  ...['postgres-1', 'postgres-2'].map((name) => `postgres/${name}/data`),
  ...['nats-1', 'nats-2', 'nats-3'].map((name) => `nats/${name}`),
];
/** A compile cache has the programs themselves. */
const NOT_SEARCHED = [...SERVERS_OWN, 'compile-cache'];
/** Of people that the run has stored, and what they said; words so short that a log may have them by itself are not. */
const WORDS = `
  select distinct left(word, 200) as word from (
    select unnest(array[name, email]) from directory.users
    union all select unnest(array[name, phone, phone_digits] || emails) from directory.contacts
    union all select unnest(array[name, email]) from directory.invitations
    union all select unnest(array[user_name, contact_name, from_number, to_number]) from ingest.recordings
    union all select segment ->> 'text' from ingest.transcripts, json_array_elements(transcript -> 'segments') segment
  ) stored (word)
  where length(word) >= 10 and word ~ '[@ 0-9]'`;
const KEY = 'dbr_live_';

/**
 * What stands in logs and other files of a run and belongs there never: keys, and anything of the people whom its tests
 * stored, whoever they were.
 */
export async function searchRun(dataDir: string, databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ word: string }>(WORDS);
    const words = rows.map(({ word }) => word);
    const [inFiles, inMails] = await Promise.all([
      // Mails are for the people they name.
      searchFiles(dataDir, [...words, KEY], new Set([...NOT_SEARCHED, 'mail'])),
      searchFiles(dataDir, [KEY], new Set(NOT_SEARCHED)),
    ]);
    process.stdout.write(
      `# ${words.length} names, numbers, e-mails and sentences searched for in logs and files\n`,
    );
    return [...new Set([...inFiles, ...inMails])];
  } finally {
    await client.end();
  }
}
