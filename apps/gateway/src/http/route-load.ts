/** Where answers take longer than the first on average, a route is given no more than it answers in the second. */
const SLOW_MS = 100;
const ANSWER_MS = 300;
/** It is always given so many: a route that is slow by nature is not overloaded by a few requests. */
const IN_FLIGHT_MIN = 128;
/** How far back is looked at what was answered, and how long that took. */
const LOOK_BACK_MS = 500;
/** So long a route takes nothing after a service had no room: a fraction of what waits there is answered meanwhile. */
const REFUSING_MS = 100;

/**
 * How much a route has to answer, and how fast it does. By Little's law, requests in flight divided by answers a second
 * are the seconds that each takes; so the limit follows the machine and what else it does, as in Netflix' concurrency
 * limits, and no number of requests is fixed. Times are by performance.now().
 */
export class RouteLoad {
  readonly #inFlight = new Map<string, number>();
  #total = 0;
  /** Answers, what they took, and in which time they came: sums that fade. */
  #answers = 0;
  #tookMs = 0;
  #spanMs = 0;
  #answeredAt = 0;
  #refusesUntil = 0;

  /** Of several keys, each has the same share: one that floods takes the room of nobody else. */
  isFullFor(key: string, now: number): boolean {
    if (now < this.#refusesUntil) return true;
    if (this.#total < IN_FLIGHT_MIN || this.#tookMs < this.#answers * SLOW_MS) return false;
    const perMs = this.#answers / (this.#spanMs + now - this.#answeredAt);
    const most = Math.max(IN_FLIGHT_MIN, perMs * ANSWER_MS);
    if (this.#total < most) return false;
    const own = this.#inFlight.get(key) ?? 0;
    const keys = this.#inFlight.size + (own === 0 ? 1 : 0);
    return own >= most / keys;
  }

  begin(key: string): void {
    this.#total += 1;
    this.#inFlight.set(key, (this.#inFlight.get(key) ?? 0) + 1);
  }

  end(key: string): void {
    this.#total -= 1;
    const left = (this.#inFlight.get(key) ?? 0) - 1;
    if (left > 0) this.#inFlight.set(key, left);
    else this.#inFlight.delete(key);
  }

  noteAnswer(beganAt: number, now: number): void {
    const ms = Math.min(now - this.#answeredAt, LOOK_BACK_MS);
    const left = Math.exp(-ms / LOOK_BACK_MS);
    this.#answers = this.#answers * left + 1;
    this.#tookMs = this.#tookMs * left + now - beganAt;
    this.#spanMs = this.#spanMs * left + ms;
    this.#answeredAt = now;
  }

  /** That a service had no room. */
  noteRefusal(now: number): void {
    this.#refusesUntil = now + REFUSING_MS;
  }
}
