import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import tls from 'node:tls';
import { failure } from '@debrief/contracts/failures';
import { nat64PrefixesIn } from '@debrief/contracts/nat64';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import { localhostCertificate } from '@debrief/local/localhost-certificate';
import t from 'tap';
import { classifyFailure } from '../../src/download/classify-failure.ts';
import { connectPinned } from '../../src/download/connect-pinned.ts';
import { refuseNonPublic, resolveHost } from '../../src/download/resolve-host.ts';
import { RecordingFailure } from '../../src/recording-failure.ts';
import { TransientFailure } from '../../src/transient-failure.ts';
import { releaseOf } from '../../src/work/release-of.ts';
import { download, failedDownload } from '../fixtures/download.ts';
import { closedPort, httpHost } from '../fixtures/recording-host.ts';

const refused = { name: 'RecordingFailure', message: failure('download_refused').message };
const notPublic = { name: 'TransientFailure', message: failure('download_unreachable').message };
const { signal } = new AbortController();

t.test('a name with only public addresses may be fetched from', async (t) => {
  t.doesNotThrow(() => refuseNonPublic('cdn.example', ['93.184.216.34', '2606:4700::1111']));
});

t.test('a name with one private address among public ones is refused', async (t) => {
  for (const address of ['10.0.0.1', '::1', '169.254.169.254', '::ffff:127.0.0.1', 'fe80::1%2']) {
    t.throws(() => refuseNonPublic('mixed.example', ['93.184.216.34', address]), notPublic, address);
    t.throws(() => refuseNonPublic('mixed.example', [address, '93.184.216.34']), notPublic, address);
  }
});

t.test('on a network with NAT64 an address is judged by the IPv4 address in it', async (t) => {
  const prefixes = nat64PrefixesIn(['64:ff9b::192.0.0.170']);
  const synthesized = ['93.184.216.34', '64:ff9b::5db8:d822'];
  t.doesNotThrow(() => refuseNonPublic('cdn.example', synthesized, prefixes));
  t.throws(() => refuseNonPublic('cdn.example', synthesized), notPublic, 'not behind another network');
  t.throws(() => refuseNonPublic('inside.example', ['64:ff9b::a00:1'], prefixes), notPublic);
});

t.test('a name that nobody has and a name that leads inside end alike', async (t) => {
  const inside = t.throws(() => refuseNonPublic('intranet.example', ['10.1.2.3'])) as TransientFailure;
  for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']) {
    const other = classifyFailure(systemError(code)) as TransientFailure;
    t.same(other.failure, inside.failure, code);
    t.same(
      { ...releaseOf(other), detail: null },
      { ...releaseOf(inside), detail: null },
      `${code} is tried alike`,
    );
  }
});

t.test('what was refused is for the log, not for the client', async (t) => {
  const error = t.throws(() => refuseNonPublic('intranet.example', ['10.1.2.3'])) as Error;
  t.match(error.cause, { message: 'intranet.example has the address 10.1.2.3' });
  t.notMatch(error.message, /intranet|10\.1/);
});

t.test('a literal address is checked without a look-up', async (t) => {
  t.same(await resolveHost(new URL('http://8.8.8.8/'), [], signal), ['8.8.8.8']);
  t.same(await resolveHost(new URL('https://[2606:4700::1111]/'), [], signal), ['2606:4700::1111']);
  await t.rejects(resolveHost(new URL('http://[::1]/'), [], signal), refused);
  const allowed = parseAllowedHosts(['[::1]:8080']);
  t.same(await resolveHost(new URL('http://[::1]:8080/'), allowed, signal), ['::1']);
  await t.rejects(resolveHost(new URL('http://[::1]:8081/'), allowed, signal), refused);
});

t.test('an allowed name may have any address', async (t) => {
  const addresses = await resolveHost(
    new URL('http://localhost:81/'),
    parseAllowedHosts(['localhost']),
    signal,
  );
  t.ok(addresses.every((address) => address === '127.0.0.1' || address === '::1'));
});

t.test('an abort does not wait for the name server', async (t) => {
  const reason = new Error('stopping');
  await t.rejects(resolveHost(new URL('http://example.com/'), [], AbortSignal.abort(reason)), reason);
  const stop = new AbortController();
  const resolving = resolveHost(new URL('http://example.com/'), [], stop.signal);
  stop.abort(reason);
  await t.rejects(resolving, reason);
});

function systemError(code: string, more: object = {}): Error {
  return Object.assign(new Error(`${code} 10.0.0.1 /var/spool`), { code, ...more });
}

t.test('network errors are described without address or path', async (t) => {
  for (const [code, detail] of Object.entries({
    ECONNRESET: 'connection lost',
    CERT_HAS_EXPIRED: 'certificate not valid',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate not valid',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate not valid',
    ERR_TLS_CERT_ALTNAME_INVALID: 'certificate not valid',
    ERR_SSL_WRONG_VERSION_NUMBER: 'TLS handshake failed',
  })) {
    const error = systemError(code);
    const classified = classifyFailure(error) as TransientFailure;
    t.ok(classified instanceof TransientFailure, code);
    t.same(classified.failure, failure('download_failed', detail));
    t.equal(classified.cause, error);
  }
  t.same(
    (classifyFailure(systemError('ESOMETHING')) as TransientFailure).failure,
    failure('download_failed'),
  );
  t.same(
    (classifyFailure(systemError('ETIMEDOUT')) as TransientFailure).failure,
    failure('download_timed_out'),
  );
});

t.test(
  'a full disk has its own code, and other faults of this machine are not blamed on the host',
  async (t) => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      const classified = classifyFailure(systemError(code, { path: '/var/spool/x' }));
      t.match(classified, { failure: failure('disk_full') });
    }
    const denied = systemError('EACCES', { path: '/var/spool/x' });
    t.equal(classifyFailure(denied), denied);
    const bug = new TypeError('x is not a function');
    t.equal(classifyFailure(bug), bug);
    t.equal(classifyFailure('text'), 'text');
  },
);

t.test('what was judged before stays', async (t) => {
  const permanent = new RecordingFailure(failure('download_too_large'));
  t.equal(classifyFailure(permanent), permanent);
});

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
