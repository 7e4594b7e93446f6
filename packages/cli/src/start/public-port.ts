import { createServer } from 'node:net';
import { freePort } from '@debrief/local/free-port';

/**
 * A port for the public API or the console: the given one if it is free, a free one for 0. Checked before anything is
 * started, so that a port in use is reported at once; the app keeps it over restarts. `option` names it.
 */
export async function publicPort(port: number, option: string): Promise<number> {
  if (port === 0) return freePort();
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(port, option, error)));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.close(() => resolve(port));
    });
  });
}

function explain(port: number, option: string, error: NodeJS.ErrnoException): Error {
  const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.code})`;
  return new Error(`Port ${port} ${reason}. Choose another with ${option}.`);
}
