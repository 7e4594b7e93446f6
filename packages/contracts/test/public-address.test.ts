import fc from 'fast-check';
import t from 'tap';
import {
  downloadUrlFault,
  isAllowedHost,
  isPublicAddress,
  isSameAddress,
  literalAddress,
  parseAllowedHosts,
} from '../src/public-address.ts';

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '168.63.129.15',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
  '2400:cb00::1',
];

const otherAddresses = {
  'this network': ['0.0.0.0', '0.1.2.3'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'link-local': ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  metadata: ['169.254.169.254', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  reserved: ['192.0.0.1', '192.88.99.1', '240.0.0.1', '255.255.255.255', '4000::1', 'e000::1'],
  'IPv4 in IPv6': [
    '::7f00:1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ],
  'unspecified and discarded': ['::', '100::1'],
  'not a plain address': [
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '010.8.8.8',
    '8.8.8.8 ',
    ' 8.8.8.8',
    '8.8.8.8/32',
    '[2606:4700::1]',
    '2606:4700::1%1',
  ],
};

t.test('an address of the internet is public', async (t) => {
  for (const address of publicAddresses) t.equal(isPublicAddress(address), true, address);
});

for (const [kind, addresses] of Object.entries(otherAddresses)) {
  t.test(`no address is public that is ${kind}`, async (t) => {
    for (const address of addresses) t.equal(isPublicAddress(address), false, address);
  });
}

/** Written out again from the IANA registries, as numbers and not by ipaddr.js, so that each checks the other. */
const specialIpv4: readonly [first: number, bits: number][] = [
  [0x00000000, 8],
  [0x0a000000, 8],
  [0x64400000, 10],
  [0x7f000000, 8],
  [0xa9fe0000, 16],
  [0xac100000, 12],
  [0xc0000000, 24],
  [0xc0000200, 24],
  [0xc0586300, 24],
  [0xc0a80000, 16],
  [0xc6120000, 15],
  [0xc6336400, 24],
  [0xcb007100, 24],
  [0xe0000000, 3],
];

t.test('no address of a special IPv4 range is public, in any spelling a URL allows', async () => {
  const inRange = fc
    .tuple(fc.constantFrom(...specialIpv4), fc.nat(0xffffffff))
    .map(([[first, bits], noise]) => (first + (noise % 2 ** (32 - bits))) >>> 0);
  fc.assert(
    fc.property(inRange, (number) => {
      const dotted = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
      const hexadecimal = `0x${number.toString(16)}`;
      const octal = dotted.map((part) => `0${part.toString(8)}`).join('.');
      const [high, low] = [(number >>> 16).toString(16), (number & 0xffff).toString(16)];
      const hosts = [
        dotted.join('.'),
        `${number}`,
        hexadecimal,
        octal,
        `[::${high}:${low}]`,
        `[::ffff:${high}:${low}]`,
        `[64:ff9b::${high}:${low}]`,
        `[2002:${high}:${low}::1]`,
      ];
      return hosts.every((host) => {
        const url = new URL(`http://${host}/call.wav`);
        return literalAddress(url) !== null && downloadUrlFault(url, []) === 'address';
      });
    }),
  );
});

t.test('no IPv6 address outside 2000::/3 is public', async () => {
  const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, (parts) => {
      const address = parts.map((part) => part.toString(16)).join(':');
      return (parts[0] ?? 0) >>> 13 === 1 || !isPublicAddress(address);
    }),
    { numRuns: 500 },
  );
});

t.test('text of any kind is judged without throwing', async () => {
  fc.assert(fc.property(fc.string(), (text) => !isPublicAddress(text) || /^[\d.]+$/.test(text)));
});

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

t.test('two spellings of one address are the same', async (t) => {
  t.equal(isSameAddress('::ffff:7f00:1', '::ffff:127.0.0.1'), true);
  t.equal(isSameAddress('2606:4700:0::1', '2606:4700::1'), true);
  t.equal(isSameAddress('8.8.8.8', '8.8.4.4'), false);
  t.equal(isSameAddress('127.0.0.1', '::ffff:127.0.0.1'), false);
  t.equal(isSameAddress('127.0.0.1', 'nonsense'), false);
});
