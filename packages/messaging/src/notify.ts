import type { EventDefinition, PayloadOf } from '@debrief/contracts/define';
import type { Msg } from 'nats';
import { checkAgainst } from './checks.ts';
import { bytesOf, decompress, isCompressed } from './compression.ts';
import { connectionOf, type Messaging } from './messaging.ts';

/** Notifies those who listen now, on plain NATS: nothing is stored, and without a connection it is lost. */
export function notify<E extends EventDefinition>(
  messaging: Messaging,
  event: E,
  payload: PayloadOf<E>,
): void {
  const connection = connectionOf(messaging);
  if (connection.canPublish()) connection.nc.publish(event.subject, JSON.stringify(payload));
}

export interface ListenOptions {
  /** Members of a queue share the notifications; without one, everybody gets all. */
  queue?: string;
}

/** Calls the handler for every notification that fits the event; what does not is logged and dropped. */
export function listen<E extends EventDefinition>(
  messaging: Messaging,
  event: E,
  handler: (payload: PayloadOf<E>) => void,
  { queue }: ListenOptions = {},
): { close(): void } {
  const connection = connectionOf(messaging);
  // An event of a stream can be listened to as well, and a large one is compressed.
  async function receive(message: Msg): Promise<void> {
    try {
      const data = isCompressed(message) ? await decompress(message.data) : bytesOf(message);
      const payload: unknown = JSON.parse(data.toString());
      const violations = checkAgainst(event.payload, payload);
      if (violations.length > 0) {
        connection.log.error({ subject: event.subject, violations }, 'a notification does not fit its event');
        return;
      }
      handler(payload as PayloadOf<E>);
    } catch (error) {
      connection.log.error({ err: error, subject: event.subject }, 'a notification could not be handled');
    }
  }
  const subscription = connection.nc.subscribe(event.subject, {
    ...(queue === undefined ? {} : { queue }),
    callback: (error, message) => {
      if (error === null) void receive(message);
    },
  });
  return { close: () => subscription.unsubscribe() };
}
