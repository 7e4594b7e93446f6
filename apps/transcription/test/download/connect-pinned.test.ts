import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import tls from 'node:tls';
import t from 'tap';
import { connectPinned } from '../../src/download/connect-pinned.ts';
import type { RecordingFailure } from '../../src/recording-failure.ts';
import { download, failedDownload } from '../fixtures/download.ts';
import { localhostCertificate } from '../fixtures/localhost-certificate.ts';
import { closedPort, httpHost } from '../fixtures/recording-host.ts';

function connect(addresses: string[], port: number, signal = new AbortController().signal): Promise<Socket> {
  const options = { protocol: 'http:', hostname: 'recordings.example', port: String(port) };
  return new Promise((resolve, reject) => {
    connectPinned(addresses, signal)(options, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}

t.test('the connection goes to the checked address, not to the name', async (t) => {
  const host = await httpHost(t, () => {});
  const socket = await connect(['127.0.0.1'], host.port);
  t.teardown(() => socket.destroy());
  t.equal(socket.remoteAddress, '127.0.0.1');
});

t.test('the next address is tried when one does not answer', async (t) => {
  const host = await httpHost(t, () => {});
  const socket = await connect(['127.0.0.2', '127.0.0.1'], host.port);
  t.teardown(() => socket.destroy());
  t.equal(socket.remoteAddress, '127.0.0.1');
});

t.test('somebody else at the other end is refused: 0.0.0.0 leads to loopback', async (t) => {
  const host = await httpHost(t, () => {});
  const error = await connect(['0.0.0.0', '127.0.0.1'], host.port).catch((error: RecordingFailure) => error);
  t.match(error, { failure: { code: 'download_refused' }, cause: /instead of 0\.0\.0\.0/ });
});

t.test('the last error is reported when no address answers', async (t) => {
  await t.rejects(connect(['127.0.0.2', '127.0.0.1'], await closedPort()), { code: 'ECONNREFUSED' });
  await t.rejects(connect([], 80), { message: 'the host has no address' });
});

t.test('an abort ends an attempt to connect', async (t) => {
  const reason = new Error('stopping');
  const stop = new AbortController();
  // A documentation address: no answer comes, or none in time.
  const connecting = connect(['192.0.2.1'], 80, stop.signal);
  stop.abort(reason);
  await t.rejects(connecting, reason);
});

t.test('a certificate must be trusted and name the host, not the address', async (t) => {
  const server = createServer(localhostCertificate, (_request, response) => response.end('audio'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const allow = ['localhost', '127.0.0.1'];
  const refused = { failure: { code: 'download_failed', message: /certificate not valid/ } };
  t.match(await failedDownload(t, `https://localhost:${port}/`, { allow }), refused);

  const trusted = tls.getCACertificates('default');
  t.teardown(() => tls.setDefaultCACertificates(trusted));
  tls.setDefaultCACertificates([...trusted, localhostCertificate.cert]);
  t.equal((await download(t, `https://localhost:${port}/`, { allow })).bytes, 5);
  t.match(await failedDownload(t, `https://127.0.0.1:${port}/`, { allow }), refused);
});
