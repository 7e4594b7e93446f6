import { createServer } from 'node:net';

/**
 * The port for the public API: the asked one if it is free, a free one for 0. Looked at before anything is started, so
 * that the answer comes at once; the gateway keeps it over restarts.
 */
export function publicPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(port, error)));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

function explain(port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Choose another one with --port.`);
  if (error.code === 'EACCES')
    return new Error(`Port ${port} needs more rights. Choose one from 1024 on with --port.`);
  return error;
}
