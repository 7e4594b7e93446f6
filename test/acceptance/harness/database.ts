import { Client, DatabaseError } from 'pg';
import type { Debrief } from './debrief.ts';
import { tryAgain } from './try-again.ts';

/** Postgres ends or starts, or the connection to it has ended. */
const isOutage = (error: unknown) =>
  !(error instanceof DatabaseError) || error.code?.startsWith('57P') === true;

/**
 * Lets a test look into the database, or change what only time changes. When the primary ends meanwhile, `body` runs again
 * from its beginning on another connection: it does no harm twice.
 */
export async function withDatabase<T>(
  { stack }: Pick<Debrief, 'stack'>,
  body: (client: Client) => Promise<T>,
): Promise<T> {
  const connectionString = (await stack()).database_url;
  return tryAgain(async () => {
    const client = new Client({ connectionString });
    // The statement that waits is told as well.
    client.on('error', () => {});
    await client.connect();
    try {
      return await body(client);
    } finally {
      await client.end();
    }
  }, isOutage);
}
