import t from 'tap';
import { behindNat64, nat64PrefixesIn } from '../src/nat64.ts';
import { isPublicAddress } from '../src/public-address.ts';

/** 192.0.2.33 behind each length of prefix, as RFC 6052 writes it in section 2.4. */
const examples: readonly (readonly [prefix: string, known: string, address: string])[] = [
  ['32', '2001:db8:c000:aa::', '2001:db8:c000:221::'],
  ['40', '2001:db8:1c0:0:aa::', '2001:db8:1c0:2:21::'],
  ['48', '2001:db8:122:c000:0:aa00::', '2001:db8:122:c000:2:2100::'],
  ['56', '2001:db8:122:3c0:0:aa::', '2001:db8:122:3c0:0:221::'],
  ['64', '2001:db8:122:344:c0:0:aa00::', '2001:db8:122:344:c0:2:2100::'],
  ['96', '2001:db8:122:344::192.0.0.170', '2001:db8:122:344::192.0.2.33'],
  ['the well-known one', '64:ff9b::192.0.0.171', '64:ff9b::192.0.2.33'],
];

for (const [prefix, known, address] of examples) {
  t.test(`a prefix of ${prefix} bits is found, and the IPv4 address behind it`, async (t) => {
    const prefixes = nat64PrefixesIn([known]);
    t.ok(prefixes.length > 0);
    t.equal(behindNat64(address, prefixes), '192.0.2.33');
    t.equal(behindNat64('2606:4700::1111', prefixes), '2606:4700::1111', 'others are as they are');
    t.equal(behindNat64('93.184.216.34', prefixes), '93.184.216.34');
  });
}

t.test('behind the own prefix an address is as public as its IPv4 address', async (t) => {
  const wellKnown = nat64PrefixesIn(['64:ff9b::192.0.0.170', '64:ff9b::192.0.0.171']);
  t.ok(isPublicAddress(behindNat64('64:ff9b::93.184.216.34', wellKnown)));
  for (const inner of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1']) {
    t.notOk(isPublicAddress(behindNat64(`64:ff9b::${inner}`, wellKnown)), inner);
    const own = nat64PrefixesIn(['2a01:4f8:64:64::192.0.0.170']);
    t.notOk(isPublicAddress(behindNat64(`2a01:4f8:64:64::${inner}`, own)), `${inner} behind a public prefix`);
  }
});

t.test('a network without NAT64 has no prefix, and reaches none of them', async (t) => {
  t.strictSame(nat64PrefixesIn([]), []);
  t.strictSame(nat64PrefixesIn(['192.0.0.170', '2606:4700::1111']), []);
  t.notOk(isPublicAddress(behindNat64('64:ff9b::93.184.216.34', [])));
});
