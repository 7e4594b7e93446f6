import fc from 'fast-check';
import t from 'tap';
import { downloadUrlFault, isPublicAddress, isSameAddress, literalAddress } from '../src/public-address.ts';

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

t.test('two spellings of one address are the same', async (t) => {
  t.equal(isSameAddress('::ffff:7f00:1', '::ffff:127.0.0.1'), true);
  t.equal(isSameAddress('2606:4700:0::1', '2606:4700::1'), true);
  t.equal(isSameAddress('8.8.8.8', '8.8.4.4'), false);
  t.equal(isSameAddress('127.0.0.1', '::ffff:127.0.0.1'), false);
  t.equal(isSameAddress('127.0.0.1', 'nonsense'), false);
});
