import { askersOf, mayAsk, type Operation } from '@debrief/contracts/define';
import { DebriefError, NOT_ALLOWED, READ_ONLY_KEY, VALIDATION_FAILED } from '@debrief/contracts/errors';
import type { NatsUser } from '@debrief/contracts/nats-users';
import { inTraces, isTracing, parentsOf, type Span, startSpan, traceIdOf } from '@debrief/tracing/tracing';
import type { Msg } from 'nats';
import { callerSchemaOf } from './caller.ts';
import { checkAgainst } from './checks.ts';
import { bytesOf, decompress, isCompressed } from './compression.ts';
import type { ServedCounters } from './counters.ts';
import { encodeError, internalError, isOutage } from './errors.ts';
import type { FairPlaces } from './fair-places.ts';
import { replyLine } from './frames.ts';
import type { MessagingLog } from './log.ts';
import type { Item, OperationHandler } from './operation-handler.ts';
import { ReplySender } from './reply-sender.ts';
import { runHandler, type Settled } from './run-handler.ts';

type Serialized = { json: string } | { error: unknown };
type Unexpected = { error: unknown; caller: Partial<Item>['caller'] };

/**
 * Where items are answered one by one, the requester keeps its next batch back until this one is answered. Later than
 * most answers take, so that a batch of quick ones costs no message more.
 */
const ACCEPT_AFTER_MS = 20;

/** Reads a batch and lets the handler answer the items that fit the contract; each answer goes out when it is there. */
export async function answerBatch(
  served: OperationHandler,
  { message, asker }: { message: Msg; asker: NatsUser },
  places: FairPlaces,
  counters: ServedCounters,
  log: MessagingLog,
): Promise<void> {
  const { operation } = served;
  const data = isCompressed(message) ? await decompress(message.data) : bytesOf(message);
  const items = data.toString().split('\n').map(parseItem);
  const spans = isTracing() ? items.map((item) => spanOf(operation, item)) : [];
  counters.batches += 1;
  counters.items += items.length;
  const sender = new ReplySender(message);
  const unexpected: Unexpected[] = [];
  function settle(index: number, settled: Settled): void {
    const answer = serialized(settled);
    spans[index]?.end('json' in answer ? undefined : answer.error, { 'debrief.batch_items': items.length });
    if ('json' in answer) {
      sender.add(replyLine(index, true, answer.json));
      return;
    }
    const { error } = answer;
    const declared = encodeError(operation, error);
    counters.failures += 1;
    // A client learns only that it may ask again; why is for the log.
    const isWorthALine = declared === null || (isOutage(error) && error.cause !== undefined);
    if (isWorthALine) unexpected.push({ error, caller: items[index]?.caller });
    sender.add(replyLine(index, false, declared ?? internalError));
  }
  const fitting: number[] = [];
  for (const [index, item] of items.entries()) {
    const refusal = refusalOf(operation, asker, item);
    if (refusal === null) fitting.push(index);
    else settle(index, refusal);
  }
  const timer = served.each ? setTimeout(() => sender.acceptBatch(), ACCEPT_AFTER_MS) : undefined;
  if (fitting.length > 0) {
    const accepted = fitting.map((index) => items[index] as Item);
    await inTraces(parentsOf(spans), () =>
      runHandler(served, accepted, places, counters, (index, settled) =>
        settle(fitting[index] as number, settled),
      ),
    );
  }
  clearTimeout(timer);
  await sender.end();
  reportUnexpected(operation, unexpected, log);
}

function parseItem(line: string): Partial<Item> {
  try {
    const item: unknown = JSON.parse(line);
    return typeof item === 'object' && item !== null ? item : {};
  } catch {
    return {};
  }
}

/** What is done for the item belongs to it: the caller carries it on. */
function spanOf({ subject }: Operation, { caller }: Partial<Item>): Span {
  const parent: unknown = caller?.traceparent;
  const span = startSpan(subject, typeof parent === 'string' ? parent : null, { kind: 'server' });
  if (caller !== undefined && span.traceparent !== undefined) caller.traceparent = span.traceparent;
  return span;
}

/** The gateway and the console check as well; a fault of its own must not open what is here. */
function refusalOf(
  operation: Operation,
  asker: NatsUser,
  { caller, input }: Partial<Item>,
): { error: Error } | null {
  if (!askersOf(operation).includes(asker)) return { error: new DebriefError(NOT_ALLOWED) };
  const ofCaller = checkAgainst(callerSchemaOf(operation, asker), caller).map((one) => `caller: ${one}`);
  if (ofCaller.length === 0 && operation.access === 'write' && caller?.access === 'read-only')
    return { error: new DebriefError(READ_ONLY_KEY) };
  const role = caller !== undefined && 'role' in caller ? caller.role : undefined;
  if (ofCaller.length === 0 && role !== undefined && !mayAsk(role, operation))
    return { error: new DebriefError(NOT_ALLOWED) };
  const violations = [...ofCaller, ...checkAgainst(operation.input, input)];
  return violations.length === 0 ? null : { error: new DebriefError(VALIDATION_FAILED, { violations }) };
}

/** An output that is not JSON fails its own item only. */
function serialized(settled: Settled): Serialized {
  if (!('ok' in settled)) return settled;
  try {
    const json: string | undefined = JSON.stringify(settled.ok);
    return json === undefined ? { error: new Error('the handler returned no output') } : { json };
  } catch (error) {
    return { error };
  }
}

/** One log line per batch: a database that is away fails all of its items alike. */
function reportUnexpected(operation: Operation, unexpected: readonly Unexpected[], log: MessagingLog): void {
  const first = unexpected.find(({ error }) => !isOutage(error)) ?? unexpected[0];
  if (first === undefined) return;
  const { error, caller } = first;
  const { request_id, traceparent } = caller ?? {};
  const fields = {
    ...{ err: error, subject: operation.subject, request_id, items: unexpected.length },
    ...(traceparent !== undefined && { trace_id: traceIdOf(traceparent) }),
  };
  if (isOutage(error)) log.warn(fields, 'an operation met an outage');
  else log.error(fields, 'an operation failed unexpectedly');
}
