import t from 'tap';
import { downloadUrlFault, isAllowedHost, parseAllowedHosts } from '../src/public-address.ts';

t.test('every spelling of loopback in a URL is found before any look-up', async (t) => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '0.0.0.0',
    '0',
  ]) {
    t.equal(downloadUrlFault(new URL(`http://${host}/call.wav`), []), 'address', host);
  }
});

t.test('a URL is refused for its scheme, its credentials or its port', async (t) => {
  const fault = (text: string) => downloadUrlFault(new URL(text), []);
  for (const scheme of [
    'ftp://h/',
    'file:///etc/passwd',
    'data:,x',
    'gopher://h/',
    's3://b/k',
    'blob:http://h/',
  ]) {
    t.equal(fault(scheme), 'scheme', scheme);
  }
  t.equal(fault('http://user@example.com/'), 'credentials');
  t.equal(fault('http://user:secret@example.com/'), 'credentials');
  t.equal(fault('http://:secret@example.com/'), 'credentials');
  for (const port of [0, 22, 25, 81, 4222, 5432, 8080, 8443]) {
    t.equal(fault(`http://example.com:${port}/`), 'port', String(port));
  }
  for (const fine of [
    'http://example.com/',
    'https://example.com/',
    'http://example.com:443/',
    'https://8.8.8.8:80/',
  ]) {
    t.equal(fault(fine), null, fine);
  }
});

t.test('an allowed host may have any address, and the port given or any', async (t) => {
  const allowed = parseAllowedHosts([
    'localhost',
    '127.0.0.1:9000',
    'Store.Internal.',
    '::1',
    '[fd00::5]:8080',
    'MÜNCHEN.example',
  ]);
  t.same(allowed, [
    { host: 'localhost', port: null },
    { host: '127.0.0.1', port: 9000 },
    { host: 'store.internal', port: null },
    { host: '[::1]', port: null },
    { host: '[fd00::5]', port: 8080 },
    { host: 'xn--mnchen-3ya.example', port: null },
  ]);
  const fault = (text: string) => downloadUrlFault(new URL(text), allowed);
  for (const fine of [
    'http://localhost:1234/',
    'https://LOCALHOST/',
    'http://127.0.0.1:9000/',
    'http://0x7f.1:9000/',
    'http://store.internal:8443/',
    'http://store.internal./',
    'http://[::1]:5/',
    'http://[0::1]/',
    'http://[fd00::5]:8080/',
    'http://münchen.example:81/',
  ]) {
    t.equal(fault(fine), null, fine);
  }
  t.equal(fault('http://127.0.0.1:9001/'), 'port');
  t.equal(fault('http://127.0.0.1/'), 'address');
  t.equal(
    fault('http://[::ffff:127.0.0.1]/'),
    'address',
    'an entry does not stand for other spellings in IPv6',
  );
  t.equal(fault('http://[fd00::5]/'), 'address');
  t.equal(fault('http://evil.store.internal:8443/'), 'port', 'an entry does not stand for names below it');
  t.equal(fault('http://user@localhost/'), 'credentials', 'allowed hosts get no credentials either');
  t.equal(isAllowedHost(new URL('http://127.0.0.2:9000/'), allowed), false);
});

t.test('a default port can be allowed alone', async (t) => {
  const allowed = parseAllowedHosts(['10.0.0.5:80', '10.0.0.6:443']);
  t.equal(downloadUrlFault(new URL('http://10.0.0.5/'), allowed), null);
  t.equal(downloadUrlFault(new URL('https://10.0.0.5/'), allowed), 'address');
  t.equal(downloadUrlFault(new URL('https://10.0.0.6/'), allowed), null);
});

t.test('an allow-list that cannot be meant is refused, naming every faulty entry', async (t) => {
  for (const entry of [
    '',
    '*',
    '*.example.com',
    '10.0.0.0/8',
    'http://localhost',
    'localhost:',
    'localhost:0',
    'localhost:65536',
    'localhost:http',
    'user@localhost',
    'a b',
    '[::1',
    '[::g]',
    '300.1.1.1',
    'fe80::1%eth0',
  ]) {
    t.throws(() => parseAllowedHosts([entry]), { name: 'TypeError' }, JSON.stringify(entry));
  }
  t.throws(() => parseAllowedHosts(['ok.example', '*', 'b/c']), { message: /"\*", "b\/c"/ });
});
