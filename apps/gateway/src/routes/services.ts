import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf, Operation, OutputOf } from '@debrief/contracts/define';
import type { Messaging } from '@debrief/messaging/connection';
import { type CallerOf, type RequestOptions, request, requestBytes } from '@debrief/messaging/request';

/** Every reply is due within 10 s, of which verifying the key may have taken 3. */
const DEADLINE_MS = 6_000;

export type IntegrationOperation = Operation & { scope: 'integration' };

/** The services, as one HTTP request asks them: every operation carries its caller and shares its deadline. */
export class Services {
  readonly #messaging: Messaging;
  readonly #caller: IntegrationCaller;
  readonly #deadline = performance.now() + DEADLINE_MS;

  constructor(messaging: Messaging, caller: IntegrationCaller) {
    this.#messaging = messaging;
    this.#caller = caller;
  }

  request<O extends IntegrationOperation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>> {
    return request(this.#messaging, operation, this.#caller as CallerOf<O>, input, this.#timeLeft());
  }

  /** Answers the JSON as it came, never parsed. */
  requestBytes<O extends IntegrationOperation>(operation: O, input: InputOf<O>): Promise<Buffer> {
    return requestBytes(this.#messaging, operation, this.#caller as CallerOf<O>, input, this.#timeLeft());
  }

  #timeLeft(): RequestOptions {
    return { timeoutMs: Math.max(1, this.#deadline - performance.now()) };
  }
}
