import { events } from '@debrief/contracts/events/all';
import { type NatsUser, topologyKeeper } from '@debrief/contracts/nats-users';
import { consumers, retiredConsumers, streams } from '@debrief/contracts/topology';
import { streamOf, type Topology } from './topology.ts';

/** All streams and consumers. */
export const contractedTopology: Topology = {
  streams,
  consumers: Object.values(consumers),
  retiredConsumers,
};

export function isTopologyMaker(user: NatsUser): boolean {
  return user === 'operator' || user === topologyKeeper;
}

/** The consumers of a user, and the streams that it reads or publishes to. */
export function topologyOf(user: NatsUser): Topology {
  const own = contractedTopology.consumers.filter(({ service }) => service === user);
  const published = events.filter(({ from }) => from.some((service) => service === user));
  const names = new Set([
    ...own.map(({ stream }) => stream),
    ...published.map(({ subject }) => streamOf(contractedTopology, subject)?.name),
  ]);
  return {
    streams: streams.filter(({ name }) => names.has(name)),
    consumers: own,
    retiredConsumers: [],
  };
}
