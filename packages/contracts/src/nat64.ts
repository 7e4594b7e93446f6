import ipaddr from 'ipaddr.js';

/** A network that reaches IPv4 through NAT64: an address that starts with these bytes holds an IPv4 address. */
export interface Nat64Prefix {
  readonly bytes: readonly number[];
  readonly bits: Nat64Length;
}

const LENGTHS = [96, 64, 56, 48, 40, 32] as const;
type Nat64Length = (typeof LENGTHS)[number];

/**
 * A name that resolves to these addresses only, unless the network's DNS64 makes IPv6 addresses of them: these tell the
 * network's prefixes (RFC 7050).
 */
export const NAT64_NAME = 'ipv4only.arpa';
const KNOWN_ADDRESSES: ReadonlySet<string> = new Set(['192.0.0.170', '192.0.0.171']);

/** Where the four bytes of IPv4 are after a prefix: byte 8 is always left out (RFC 6052, 2.2). */
function embedded(bytes: readonly number[], bits: Nat64Length): string {
  const start = bits / 8;
  const places = [0, 1, 2, 3].map((offset) =>
    start <= 8 && start + offset >= 8 ? start + offset + 1 : start + offset,
  );
  return places.map((place) => bytes[place]).join('.');
}

/** The prefixes that DNS64 has put before the known addresses. */
export function nat64PrefixesIn(addresses: readonly string[]): Nat64Prefix[] {
  return addresses.flatMap((address) => {
    if (!ipaddr.IPv6.isValid(address)) return [];
    const bytes = ipaddr.IPv6.parse(address).toByteArray();
    return LENGTHS.filter((bits) => KNOWN_ADDRESSES.has(embedded(bytes, bits))).map((bits) => ({
      bytes: bytes.slice(0, bits / 8),
      bits,
    }));
  });
}

/** The IPv4 address that the network connects to for this one; the address itself when it is not translated. */
export function behindNat64(address: string, prefixes: readonly Nat64Prefix[]): string {
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return address;
  const bytes = ipaddr.IPv6.parse(address).toByteArray();
  const own = prefixes.find((prefix) => prefix.bytes.every((byte, index) => byte === bytes[index]));
  return own === undefined ? address : embedded(bytes, own.bits);
}
