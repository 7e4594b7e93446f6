import type { ConsumerDefinition, RetiredConsumer, StreamDefinition } from '@debrief/contracts/topology';
import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  ErrorCode,
  type JetStreamManager,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from 'nats';

/** The streams and durable consumers that must exist, and the consumers that may no longer. */
export interface Topology {
  readonly streams: readonly StreamDefinition[];
  readonly consumers: readonly ConsumerDefinition[];
  readonly retiredConsumers: readonly RetiredConsumer[];
}

const STREAM_NOT_FOUND = 10059;
const STREAM_NAME_IN_USE = 10058;
const CONSUMER_NOT_FOUND = 10014;
const MESSAGE_TOO_LARGE = 10054;
const NOT_STORED = 10077;
const UNLIMITED = -1;
/**
 * Of a process that dies while it makes consumers again, longer than it is away and than JetStream drops what is
 * published again: what nobody holds is dropped.
 */
const HOLD_MS = 3_600_000;

/**
 * A stream keeps a message only for consumers that exist already, and acknowledges and drops it otherwise. So a stream
 * that is new, or gets new subjects, refuses every message (1 byte at most, less than any has in headers alone) until
 * all its consumers are there; publishers try again meanwhile. A process that finds a stream in that state, left by one
 * that died, opens it as well.
 */
const REFUSE_ALL_BYTES = 1;

/**
 * Idempotent, safe when several processes do it at once, and brings what an older version has made up to date. The
 * consumers of a server that was started again are made again.
 * @param server Another value after another start.
 */
export async function ensureTopology(
  jsm: JetStreamManager,
  topology: Topology,
  { replicas, server }: { replicas: number; server: string },
): Promise<void> {
  for (const stream of topology.streams) {
    const wanted = { ...streamConfig(stream, replicas), description: checkedOn(server) };
    const found = await findOrAddStream(jsm, wanted);
    // JetStream refuses the consumer of a subject that its stream does not have yet.
    const { config } = takesAll(found.config, wanted.subjects)
      ? found
      : await closeAndUpdate(jsm, { ...wanted, description: found.config.description ?? '' });
    const isOld = config.description !== wanted.description;
    const hold = isOld ? await removeConsumers(jsm, stream.name, topology) : null;
    await ensureConsumers(jsm, stream.name, topology);
    if (hold !== null) await deleteConsumer(jsm, stream.name, hold);
    if (differs(config, wanted)) await jsm.streams.update(stream.name, wanted);
  }
}

/** A stream's description, once its consumers are sure to be sound. */
function checkedOn(server: string): string {
  return `its consumers were made on ${server}`;
}

/** Whether every stream has been looked after since its server was started. */
export async function areCheckedOn(
  jsm: JetStreamManager,
  { streams }: Pick<Topology, 'streams'>,
  server: string,
): Promise<boolean> {
  const infos = await Promise.all(streams.map(({ name }) => jsm.streams.info(name)));
  return infos.every(({ config }) => config.description === checkedOn(server));
}

/** @throws when a stream or a consumer is missing. */
export async function checkTopology(
  jsm: JetStreamManager,
  { streams, consumers }: Pick<Topology, 'streams' | 'consumers'>,
): Promise<void> {
  await Promise.all([
    ...streams.map(({ name }) => jsm.streams.info(name)),
    ...consumers.map(({ stream, durable }) => jsm.consumers.info(stream, durable)),
  ]);
}

type WantedStream = Partial<StreamConfig> & { name: string; subjects: string[] };

function streamConfig(stream: StreamDefinition, replicas: number): WantedStream {
  return {
    name: stream.name,
    subjects: [...stream.subjects],
    retention: RetentionPolicy.Interest,
    storage: StorageType.File,
    // Without a limit a full disk wedges JetStream; with it a publish is refused and recovers.
    max_bytes: stream.maxBytes,
    discard: DiscardPolicy.New,
    max_msg_size: UNLIMITED,
    duplicate_window: nanos(stream.duplicateWindowSeconds * 1000),
    num_replicas: replicas,
  };
}

async function findOrAddStream(jsm: JetStreamManager, wanted: WantedStream): Promise<StreamInfo> {
  const found = await findStream(jsm, wanted.name);
  if (found !== null) return found;
  try {
    return await jsm.streams.add({ ...wanted, max_msg_size: REFUSE_ALL_BYTES });
  } catch (error) {
    // Another process was faster, and has opened it already.
    if (apiErrorCode(error) === STREAM_NAME_IN_USE) return jsm.streams.info(wanted.name);
    throw error;
  }
}

function takesAll(config: StreamConfig, subjects: readonly string[]): boolean {
  return subjects.every((subject) => config.subjects.includes(subject));
}

function closeAndUpdate(jsm: JetStreamManager, wanted: WantedStream): Promise<StreamInfo> {
  return jsm.streams.update(wanted.name, { ...wanted, max_msg_size: REFUSE_ALL_BYTES });
}

/** @returns null when there is no such stream. */
export async function findStream(jsm: JetStreamManager, name: string): Promise<StreamInfo | null> {
  try {
    return await jsm.streams.info(name);
  } catch (error) {
    if (apiErrorCode(error) === STREAM_NOT_FOUND) return null;
    throw error;
  }
}

/**
 * Removes the consumers that came with a server's store: of one that was killed they may be ahead of their stream and
 * skip what comes, or stand still with messages before them (both seen with 2.9.10). What they had not acknowledged is
 * held for those that follow them.
 * @returns the consumer that holds it, null where there were none.
 */
async function removeConsumers(
  jsm: JetStreamManager,
  stream: string,
  { consumers }: Topology,
): Promise<string | null> {
  const found = new Set<string>();
  for await (const { name } of jsm.consumers.list(stream)) found.add(name);
  const old = consumers.filter((one) => one.stream === stream && found.has(one.durable));
  if (old.length === 0) return null;
  // It goes by itself where whoever made it dies meanwhile.
  const hold = { ack_policy: AckPolicy.Explicit, inactive_threshold: nanos(HOLD_MS) };
  const { name } = await jsm.consumers.add(stream, hold);
  for (const { durable } of old) await deleteConsumer(jsm, stream, durable);
  return name;
}

async function ensureConsumers(
  jsm: JetStreamManager,
  stream: string,
  { consumers, retiredConsumers }: Topology,
): Promise<void> {
  const existing = new Map<string, ConsumerConfig>();
  for await (const info of jsm.consumers.list(stream)) existing.set(info.name, info.config);
  for (const definition of consumers.filter((one) => one.stream === stream)) {
    const wanted = consumerConfig(definition);
    const found = existing.get(definition.durable);
    if (found === undefined) await jsm.consumers.add(stream, wanted);
    else if (differs(found, wanted)) await jsm.consumers.update(stream, definition.durable, wanted);
  }
  for (const retired of retiredConsumers) {
    if (retired.stream === stream && existing.has(retired.durable)) {
      await deleteConsumer(jsm, stream, retired.durable);
    }
  }
}

function consumerConfig(definition: ConsumerDefinition): Partial<ConsumerConfig> {
  return {
    durable_name: definition.durable,
    filter_subject: definition.event.subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    // No `backoff`: it would silently replace ack_wait.
    ack_wait: nanos(definition.ackWaitSeconds * 1000),
    // Whoever uses up its deliveries would lose the message, and the stream would keep it for ever.
    max_deliver: UNLIMITED,
  };
}

async function deleteConsumer(jsm: JetStreamManager, stream: string, durable: string): Promise<void> {
  try {
    await jsm.consumers.delete(stream, durable);
  } catch (error) {
    // Another process was faster.
    if (apiErrorCode(error) !== CONSUMER_NOT_FOUND) throw error;
  }
}

/** Only what is wanted counts: the server adds settings of its own. */
function differs(found: object, wanted: object): boolean {
  const actual = found as Record<string, unknown>;
  return Object.entries(wanted).some(([key, value]) => JSON.stringify(actual[key]) !== JSON.stringify(value));
}

/** True when a publish found no stream to take it, or one that is still being set up. */
export function isStreamMissing(error: unknown): boolean {
  const code = apiErrorCode(error);
  if (code !== undefined) return code === STREAM_NOT_FOUND || code === MESSAGE_TOO_LARGE;
  return error instanceof NatsError && error.code === ErrorCode.NoResponders;
}

/** True when the stream, or its disk, had no room for a publish. */
export function isStreamFull(error: unknown): boolean {
  return apiErrorCode(error) === NOT_STORED;
}

/** @returns the stream that takes the subject, or undefined. */
export function streamOf(topology: Topology, subject: string): StreamDefinition | undefined {
  const tokens = subject.split('.');
  return topology.streams.find((stream) => stream.subjects.some((pattern) => matches(pattern, tokens)));
}

function matches(pattern: string, tokens: readonly string[]): boolean {
  const expected = pattern.split('.');
  const rest = expected.at(-1) === '>';
  if (rest ? tokens.length < expected.length : tokens.length !== expected.length) return false;
  return expected.every((one, index) => one === '>' || one === '*' || one === tokens[index]);
}

/** JetStream's own number for what went wrong. */
export function apiErrorCode(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}
