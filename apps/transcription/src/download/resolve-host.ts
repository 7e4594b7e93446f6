import { lookup } from 'node:dns/promises';
import { failure } from '@debrief/contracts/failures';
import { behindNat64, type Nat64Prefix } from '@debrief/contracts/nat64';
import {
  type AllowedHost,
  downloadUrlFault,
  isAllowedHost,
  isPublicAddress,
  literalAddress,
} from '@debrief/contracts/public-address';
import pTimeout from 'p-timeout';
import { RecordingFailure } from '../recording-failure.ts';
import { TransientFailure } from '../transient-failure.ts';
import { nat64Prefixes } from './nat64-prefixes.ts';

/** Every address the URL's host has, all of them checked unless its operator allowed the host. */
export async function resolveHost(
  url: URL,
  allowed: readonly AllowedHost[],
  signal: AbortSignal,
): Promise<string[]> {
  refuseFaultyUrl(url, allowed);
  const literal = literalAddress(url);
  const addresses = literal === null ? await lookUp(url.hostname, signal) : [literal];
  if (isAllowedHost(url, allowed)) return addresses;
  const prefixes = addresses.some((address) => address.includes(':'))
    ? await unlessAborted(nat64Prefixes(), signal)
    : [];
  refuseNonPublic(url.hostname, addresses, prefixes);
  return addresses;
}

/**
 * A name with one public and one private address is refused whole, because which of them a connection gets would be
 * the name server's choice.
 */
export function refuseNonPublic(
  host: string,
  addresses: readonly string[],
  prefixes: readonly Nat64Prefix[] = [],
): void {
  const refused = addresses.filter((address) => !isPublicAddress(behindNat64(address, prefixes)));
  if (refused.length === 0) return;
  // Tried again like a name that nobody has: the number of tries would tell them apart.
  throw new TransientFailure(failure('download_unreachable'), {
    cause: new Error(`${host} has the address ${refused.join(', ')}`),
  });
}

function refuseFaultyUrl(url: URL, allowed: readonly AllowedHost[]): void {
  const fault = downloadUrlFault(url, allowed);
  if (fault === null) return;
  const cause = new Error(`${url.protocol}//${url.host}: ${fault}`);
  switch (fault) {
    case 'scheme':
      throw new RecordingFailure(failure('download_refused', 'not an http or https URL'), { cause });
    case 'credentials':
      throw new RecordingFailure(failure('download_refused', 'the URL has credentials'), { cause });
    case 'port':
      throw new RecordingFailure(failure('download_refused', 'port not allowed'), { cause });
    case 'address':
      throw new RecordingFailure(failure('download_refused'), { cause });
  }
}

/** The system's own look-up, so that /etc/hosts and a container network's names count; it cannot be aborted itself. */
async function lookUp(host: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const answers = await unlessAborted(lookup(host, { all: true, order: 'verbatim' }), signal);
  return answers.map((answer) => answer.address);
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return pTimeout(promise, { milliseconds: Number.POSITIVE_INFINITY, signal });
}
