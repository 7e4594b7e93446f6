import { lookup } from 'node:dns/promises';
import { NAT64_NAME, type Nat64Prefix, nat64PrefixesIn } from '@debrief/contracts/nat64';

const KNOWN_FOR_MS = 600_000;
const UNKNOWN_FOR_MS = 10_000;

let known: Promise<readonly Nat64Prefix[]> = Promise.resolve([]);
let knownUntilMs = Number.NEGATIVE_INFINITY;

/** The prefixes of this machine's network; looked up again now and then, because it may change. */
export function nat64Prefixes(): Promise<readonly Nat64Prefix[]> {
  if (performance.now() >= knownUntilMs) {
    knownUntilMs = performance.now() + KNOWN_FOR_MS;
    known = lookup(NAT64_NAME, { all: true, family: 6 }).then(
      (answers) => nat64PrefixesIn(answers.map(({ address }) => address)),
      (error: NodeJS.ErrnoException) => {
        // "No such address" is the answer of a network without NAT64; anything else may pass.
        if (error.code !== 'ENOTFOUND') knownUntilMs = performance.now() + UNKNOWN_FOR_MS;
        return [];
      },
    );
  }
  return known;
}
