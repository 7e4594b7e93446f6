import type { ConsumerDefinition } from '@debrief/contracts/topology';
import { linkOf, type Messaging } from './link.ts';

/** How many messages a durable consumer has not finished: they wait, are being handled, or are due again. */
export async function backlog(
  messaging: Messaging,
  { stream, durable }: Pick<ConsumerDefinition, 'stream' | 'durable'>,
): Promise<number> {
  const link = linkOf(messaging);
  if (!link.connected) throw new Error('not connected to NATS');
  const { num_pending, num_ack_pending } = await link.jsm.consumers.info(stream, durable);
  return num_pending + num_ack_pending;
}
