import { startNats } from '../src/nats.ts';
import { startPostgres } from '../src/postgres.ts';

/** A process of its own that starts the server named, prints its URL and pid, and stays up until it is killed. */
const [what = '', dataDir = ''] = process.argv.slice(2);
const start = what === 'nats' ? startNats : startPostgres;
try {
  const { url, pid } = await start({ dataDir, log: () => {} });
  process.stdout.write(`${JSON.stringify({ url, pid })}\n`);
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
}
