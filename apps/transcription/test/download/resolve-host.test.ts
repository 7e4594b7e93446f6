import { failure } from '@debrief/contracts/failures';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import t from 'tap';
import { refuseNonPublic, resolveHost } from '../../src/download/resolve-host.ts';

const refused = { name: 'RecordingFailure', message: failure('download_refused').message };
const { signal } = new AbortController();

t.test('a name with only public addresses may be fetched from', async (t) => {
  t.doesNotThrow(() => refuseNonPublic('cdn.example', ['93.184.216.34', '2606:4700::1111']));
});

t.test('a name with one private address among public ones is refused', async (t) => {
  for (const address of ['10.0.0.1', '::1', '169.254.169.254', '::ffff:127.0.0.1', 'fe80::1%2']) {
    t.throws(() => refuseNonPublic('mixed.example', ['93.184.216.34', address]), refused, address);
    t.throws(() => refuseNonPublic('mixed.example', [address, '93.184.216.34']), refused, address);
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
