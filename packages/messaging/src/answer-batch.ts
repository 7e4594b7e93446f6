import type { Operation } from '@debrief/contracts/define';
import { DebriefError, VALIDATION_FAILED } from '@debrief/contracts/errors';
import type { Msg } from 'nats';
import { callerSchemas } from './caller.ts';
import { checkAgainst } from './checks.ts';
import { bytesOf, decompress, isCompressed } from './compression.ts';
import type { ServedCounters } from './counters.ts';
import { encodeError, internalError } from './errors.ts';
import { replyLine } from './frames.ts';
import type { MessagingLog } from './log.ts';
import type { Item, OperationHandler } from './operation-handler.ts';
import { runHandler, type Settled } from './run-handler.ts';

type Serialized = { json: string } | { error: unknown };

/**
 * Reads a batch and lets the handler answer the items that fit the contract.
 * @returns a reply line for every item.
 */
export async function answerBatch(
  served: OperationHandler,
  message: Msg,
  counters: ServedCounters,
  log: MessagingLog,
): Promise<string[]> {
  const data = isCompressed(message) ? await decompress(message.data) : bytesOf(message);
  const items = data.toString().split('\n').map(parseItem);
  const refused = items.map((item) => refusalOf(served.operation, item));
  const accepted = items.filter((_, index) => refused[index] === null) as Item[];
  const answers = accepted.length === 0 ? [] : await runHandler(served, accepted, counters);

  let next = 0;
  const settled = refused.map((refusal) => refusal ?? serialized(answers[next++] as Settled));
  counters.batches += 1;
  counters.items += items.length;
  counters.failures += settled.filter((one) => 'error' in one).length;
  reportUnexpected(served.operation, settled, items, log);
  return settled.map((one, index) => toReply(served.operation, one, index));
}

function parseItem(line: string): Partial<Item> {
  try {
    const item: unknown = JSON.parse(line);
    return typeof item === 'object' && item !== null ? item : {};
  } catch {
    return {};
  }
}

function refusalOf(operation: Operation, { caller, input }: Partial<Item>): { error: Error } | null {
  const violations = [
    ...checkAgainst(callerSchemas[operation.scope], caller).map((violation) => `caller: ${violation}`),
    ...checkAgainst(operation.input, input),
  ];
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

function toReply(operation: Operation, settled: Serialized, index: number): string {
  if ('json' in settled) return replyLine(index, true, settled.json);
  return replyLine(index, false, encodeError(operation, settled.error) ?? internalError);
}

/** One log line per batch: a database that is away fails all of its items alike. */
function reportUnexpected(
  operation: Operation,
  settled: readonly Serialized[],
  items: readonly Partial<Item>[],
  log: MessagingLog,
): void {
  const isUnexpected = (one: Serialized) => 'error' in one && encodeError(operation, one.error) === null;
  const first = settled.findIndex(isUnexpected);
  if (first === -1) return;
  const { error } = settled[first] as { error: unknown };
  const { request_id } = items[first]?.caller ?? {};
  const failed = settled.filter(isUnexpected).length;
  log.error(
    { err: error, subject: operation.subject, request_id, items: failed },
    'an operation failed unexpectedly',
  );
}
