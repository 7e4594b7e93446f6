/** The services: each answers the operations whose subjects begin with its name. */
export const services = ['directory', 'ingest', 'coaching', 'analytics'] as const;
export type ServiceName = (typeof services)[number];

/** Who connects to NATS, each with credentials and permissions of its own. */
export const natsUsers = [...services, 'gateway', 'console', 'transcription', 'operator'] as const;
export type NatsUser = (typeof natsUsers)[number];

/**
 * The only user that streams and consumers are made by, besides the operator: it makes what a lost store has lost. Ingest,
 * because nothing goes on without it.
 */
export const topologyKeeper: NatsUser = 'ingest';

/**
 * Under which a user gets its answers; nobody else may listen there. The operator's is that of every client of NATS, so
 * that its own tools work with the operator's URL as well.
 */
export function inboxPrefix(user: NatsUser): string {
  return user === 'operator' ? '_INBOX' : `_INBOX_${user}`;
}

/** Whose inbox a subject is in; null for any other subject. */
export function inboxOwner(subject: string): NatsUser | null {
  return owners.get(subject.slice(0, Math.max(0, subject.indexOf('.')))) ?? null;
}

const owners: ReadonlyMap<string, NatsUser> = new Map(natsUsers.map((user) => [inboxPrefix(user), user]));
