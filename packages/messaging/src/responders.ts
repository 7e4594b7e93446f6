import { type Inbox, isNoResponders } from './inbox.ts';
import type { Connection } from './messaging.ts';

/** How long requests go to the responders known to be alive, before the queue group chooses again. */
const DIRECT_MS = 10_000;
const PROBE_TIMEOUT_MS = 500;

interface Probe {
  token: string;
  startedAt: number;
  answered: boolean;
  alive: string[];
  next: number;
}

/**
 * Knows which of a service's processes are alive, once one has been silent.
 *
 * NATS picks a member of the queue group at random and keeps giving a stopped process (SIGSTOP, a hung host) its share.
 * With two responders a blind second try would reach the stopped one again half of the time. So after silence all are
 * pinged through the services API, and requests go straight to those that answer.
 */
export class Responders {
  readonly #connection: Connection;
  readonly #inbox: Inbox;
  readonly #probes = new Map<string, Probe>();

  constructor(connection: Connection, inbox: Inbox) {
    this.#connection = connection;
    this.#inbox = inbox;
  }

  probe(service: string): void {
    if (!this.#connection.canPublish()) return;
    const now = performance.now();
    const previous = this.#probes.get(service);
    if (previous !== undefined && now - previous.startedAt < PROBE_TIMEOUT_MS) return;
    if (previous !== undefined) this.#inbox.close(previous.token);
    const probe: Probe = {
      token: this.#inbox.open((message) => {
        if (isNoResponders(message)) return;
        const { id } = message.json<{ id: string }>();
        // The answers of the previous probe hold until this one has its first.
        if (!probe.answered) probe.alive = [];
        probe.answered = true;
        probe.alive.push(id);
      }),
      startedAt: now,
      answered: false,
      alive: previous !== undefined && now - previous.startedAt < DIRECT_MS ? previous.alive : [],
      next: 0,
    };
    this.#probes.set(service, probe);
    this.#connection.nc.publish(`$SRV.PING.${service}`, undefined, {
      reply: this.#inbox.subjectOf(probe.token),
    });
  }

  /** @returns the id of a live responder, round robin, or null when the queue group may choose. */
  next(service: string): string | null {
    const probe = this.#probes.get(service);
    if (probe === undefined) return null;
    const age = performance.now() - probe.startedAt;
    if (age > DIRECT_MS || (age > PROBE_TIMEOUT_MS && !probe.answered) || probe.alive.length === 0)
      return null;
    probe.next = (probe.next + 1) % probe.alive.length;
    return probe.alive[probe.next] ?? null;
  }

  /** It does not listen any more. */
  remove(service: string, id: string): void {
    const probe = this.#probes.get(service);
    if (probe !== undefined) probe.alive = probe.alive.filter((one) => one !== id);
  }
}

/** Where one process of a service takes the operation, without the queue group's choice. */
export function directSubject(subject: string, id: string): string {
  return `${subject}.${id}`;
}
