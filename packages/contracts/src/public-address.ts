import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Which addresses a recording may be fetched from. The gateway refuses what a URL already shows at submission; the
 * downloader applies the same rules to every hop, and to what names resolve to.
 */

/** An entry of an integration's allowed hosts, or of the setting ALLOW_DOWNLOAD_FROM: its host may have any address, and the port given, or any when null. */
export interface AllowedHost {
  /** As the URL standard writes it: lower case, punycode, `127.0.0.1` for every spelling of it, IPv6 in brackets. */
  readonly host: string;
  readonly port: number | null;
}

export type DownloadUrlFault = 'scheme' | 'credentials' | 'port' | 'address';

const globalUnicast = ipaddr.IPv6.parse('2000::');

/** Serves instance metadata on Azure, from a range that is otherwise public. */
const AZURE_WIRE_SERVER = '168.63.129.16';

/**
 * Whether this is an address of the public internet. Refuses spellings with octal, hexadecimal or missing parts, or a
 * zone, because another parser could read another address.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return address !== AZURE_WIRE_SERVER && ipaddr.IPv4.parse(address).range() === 'unicast';
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  // ipaddr.js calls every range unicast that it has no name for, `::7f00:1` (127.0.0.1) included.
  return parsed.match(globalUnicast, 3) && parsed.range() === 'unicast';
}

/** Whether two spellings name one address: `::ffff:7f00:1` is what the system writes as `::ffff:127.0.0.1`. */
export function isSameAddress(one: string, other: string): boolean {
  return (
    one === other || (ipaddr.isValid(one) && ipaddr.isValid(other) && canonical(one) === canonical(other))
  );
}

/** Whose address it is, for counting: one client has a whole /64 of IPv6. */
export function addressGroup(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':');
}

/** The address a URL names without any look-up, IPv6 without brackets; null when it names a host. */
export function literalAddress(url: URL): string | null {
  if (url.hostname.startsWith('[')) return url.hostname.slice(1, -1);
  // Not by ipaddr.js, which makes an error, with its stack, for each name: an eighth of what a submission took.
  return isIPv4(url.hostname) ? url.hostname : null;
}

/**
 * What is wrong with a URL before any look-up; null when nothing is. Expects the result of `new URL()`, which has
 * turned `0x7f.1`, `2130706433` and `127。0。0。1` into 127.0.0.1.
 */
export function downloadUrlFault(url: URL, allowed: readonly AllowedHost[]): DownloadUrlFault | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (isAllowedHost(url, allowed)) return null;
  const port = portOf(url);
  if (port !== 80 && port !== 443) return 'port';
  const literal = literalAddress(url);
  return literal !== null && !isPublicAddress(literal) ? 'address' : null;
}

export function isAllowedHost(url: URL, allowed: readonly AllowedHost[]): boolean {
  const host = withoutRootDot(url.hostname);
  const port = portOf(url);
  return allowed.some((entry) => entry.host === host && (entry.port === null || entry.port === port));
}

/**
 * Reads entries of the form HOST or HOST:PORT, where HOST is a name, an IPv4 address, or an IPv6 address that needs
 * brackets only before a port.
 * @throws TypeError naming every entry that is neither.
 */
export function parseAllowedHosts(entries: readonly string[]): AllowedHost[] {
  const parsed = entries.map((entry) => ({ entry, allowed: parseAllowedHost(entry.trim()) }));
  const faulty = parsed.filter(({ allowed }) => allowed === null).map(({ entry }) => `"${entry}"`);
  if (faulty.length > 0)
    throw new TypeError(`An allowed host is HOST or HOST:PORT, not ${faulty.join(', ')}`);
  return parsed.flatMap(({ allowed }) => allowed ?? []);
}

function parseAllowedHost(entry: string): AllowedHost | null {
  if (ipaddr.IPv6.isValid(entry)) return parseAllowedHost(`[${entry}]`);
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]%*]+)(?::(\d{1,5}))?$/i.exec(entry);
  if (match === null) return null;
  const url = URL.parse(`http://${match[1]}/`);
  const port = match[2] === undefined ? null : Number(match[2]);
  if (url === null || port === 0 || (port !== null && port > 65535)) return null;
  return { host: withoutRootDot(url.hostname), port };
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function withoutRootDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function canonical(address: string): string {
  return ipaddr.parse(address).toNormalizedString();
}
