import type { ConsumerDefinition } from '@debrief/contracts/topology';
import { connectionOf, type Messaging } from './messaging.ts';

/** How many messages a durable consumer has not finished: they wait, are being handled, or are due again. */
export async function backlog(
  messaging: Messaging,
  { stream, durable }: Pick<ConsumerDefinition, 'stream' | 'durable'>,
): Promise<number> {
  const connection = connectionOf(messaging);
  if (!connection.isConnected) throw new Error('not connected to NATS');
  const { num_pending, num_ack_pending } = await connection.jsm.consumers.info(stream, durable);
  return num_pending + num_ack_pending;
}
