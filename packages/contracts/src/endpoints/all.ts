import { calls } from './calls.ts';
import { coaching } from './coaching.ts';
import type { Endpoint } from './define.ts';
import { invitations } from './invitations.ts';
import { metrics } from './metrics.ts';
import { contacts, users } from './people.ts';
import { roleplays } from './roleplays.ts';

/** The whole public API, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  calls,
  roleplays,
  contacts,
  users,
  metrics,
  invitations,
  coaching,
].flatMap((resource): Endpoint[] => Object.values(resource));
