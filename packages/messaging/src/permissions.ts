import { askersOf } from '@debrief/contracts/define';
import { events } from '@debrief/contracts/events/all';
import { inboxPrefix, type NatsUser, services, topologyKeeper } from '@debrief/contracts/nats-users';
import { operations } from '@debrief/contracts/operations/all';
import { consumers, streams } from '@debrief/contracts/topology';
import { topologyOf } from './contracted-topology.ts';
import { directSubject } from './responders.ts';

/** Subjects, perhaps with wildcards, that a NATS user may publish and subscribe to. */
export interface Permissions {
  publish: string[];
  subscribe: string[];
}

const API = '$JS.API';

/** What the contracts have a user do over NATS and nothing else; null for the operator, who may do everything. */
export function permissionsOf(user: NatsUser): Permissions | null {
  if (user === 'operator') return null;
  const publish = [...asked(user), ...answered(user), ...published(user), ...pulled(user)];
  if (user === topologyKeeper) publish.push(...kept());
  const subscribe = [`${inboxPrefix(user)}.>`, ...served(user), ...heard(user)];
  return { publish: sorted(publish), subscribe: sorted(subscribe) };
}

function asked(user: NatsUser): string[] {
  const mine = operations.filter((operation) => askersOf(operation).includes(user));
  return mine.flatMap(({ subject }) => [
    subject,
    directSubject(subject, '*'),
    // Where a service was silent, its processes are asked which of them live.
    `$SRV.PING.${subject.split('.')[0]}`,
  ]);
}

/** Answers go to the inboxes of those who ask; `allow_responses` would let one message of an answer through. */
function answered(user: NatsUser): string[] {
  const mine = operations.filter(({ subject }) => subject.startsWith(`${user}.`));
  return mine.flatMap(askersOf).map((asker) => `${inboxPrefix(asker)}.>`);
}

function served(user: NatsUser): string[] {
  const service = services.find((name) => name === user);
  if (service === undefined) return [];
  const discovery = ['PING', 'INFO', 'STATS'].flatMap((verb) => [
    `$SRV.${verb}`,
    `$SRV.${verb}.${service}`,
    `$SRV.${verb}.${service}.*`,
  ]);
  return [`${service}.>`, ...discovery];
}

function published(user: NatsUser): string[] {
  return events.filter(({ from }) => from.some((service) => service === user)).map(({ subject }) => subject);
}

function heard(user: NatsUser): string[] {
  return events.filter(({ heardBy }) => heardBy.includes(user)).map(({ subject }) => subject);
}

function pulled(user: NatsUser): string[] {
  const { streams, consumers } = topologyOf(user);
  return [
    ...streams.map(({ name }) => `${API}.STREAM.INFO.${name}`),
    ...consumers.flatMap(({ stream, durable }) => [
      `${API}.CONSUMER.INFO.${stream}.${durable}`,
      `${API}.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
    ]),
  ];
}

/**
 * What it takes to make all streams and consumers as they are declared, and the consumers again on a server that was
 * started again; no stream may be deleted.
 */
function kept(): string[] {
  return [
    ...streams.flatMap(({ name }) => [
      ...['STREAM.INFO', 'STREAM.CREATE', 'STREAM.UPDATE', 'CONSUMER.LIST', 'CONSUMER.CREATE'].map(
        (verb) => `${API}.${verb}.${name}`,
      ),
      `${API}.CONSUMER.DELETE.${name}.*`,
    ]),
    ...Object.values(consumers).flatMap(({ stream, durable, event }) => [
      `${API}.CONSUMER.INFO.${stream}.${durable}`,
      `${API}.CONSUMER.CREATE.${stream}.${durable}.${event.subject}`,
      `${API}.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
    ]),
    ...swept(),
  ];
}

/** What it takes to erase somebody from all streams: what is left of an event is published again in its place. */
function swept(): string[] {
  return [
    ...streams.flatMap(({ name }) => [`${API}.STREAM.MSG.GET.${name}`, `${API}.STREAM.MSG.DELETE.${name}`]),
    ...Object.values(consumers).map(({ event }) => event.subject),
  ];
}

function sorted(subjects: readonly string[]): string[] {
  return [...new Set(subjects)].sort();
}
