import type { SeqMsgRequest, StoredMsg } from 'nats';
import { bytesOf, decompress, isCompressed } from './compression.ts';
import { connectionOf, type Messaging } from './messaging.ts';
import { publishJson } from './publish.ts';
import { apiErrorCode, findStream } from './topology.ts';

/** JetStream's numbers for a message or a sequence that is not there. */
const gone: ReadonlySet<unknown> = new Set([10037, 10043]);
/** Of a deletion that failed, for which only its text says why. */
const DELETION_FAILED = 10057;

/**
 * Looks at every message that some consumer has not acknowledged yet, and removes those of which nothing is to be left;
 * their bytes are overwritten. What is left of others is published again first.
 * @param rewrite null: nothing is left; the same object: the message stays.
 */
export async function sweepStreams(
  messaging: Messaging,
  rewrite: (payload: never) => object | null,
): Promise<void> {
  const { jsm, topology } = connectionOf(messaging);
  for (const { name } of topology.streams) {
    const state = (await findStream(jsm, name))?.state;
    if (state === undefined || state.messages === 0) continue;
    for (let seq = state.first_seq; seq <= state.last_seq; ) {
      const message = await nextMessage(messaging, name, seq);
      if (message === null) break;
      seq = message.seq + 1;
      const payload = await read(message);
      const left = payload === null ? null : rewrite(payload as never);
      if (left === payload) continue;
      // The same message id after a kill, so that it is published once.
      const messageId = `${name}:${message.seq}:left`;
      if (left !== null) await publishJson(messaging, message.subject, JSON.stringify(left), { messageId });
      await deleteMessage(messaging, name, message.seq);
    }
  }
}

async function nextMessage(messaging: Messaging, stream: string, seq: number): Promise<StoredMsg | null> {
  // The next one at or behind it: JetStream knows this, the types of its client do not.
  const next = { seq, next_by_subj: '>' } as SeqMsgRequest;
  try {
    return await connectionOf(messaging).jsm.streams.getMessage(stream, next);
  } catch (error) {
    if (gone.has(apiErrorCode(error))) return null;
    throw error;
  }
}

/** One that was acknowledged in the meantime is gone already. */
async function deleteMessage(messaging: Messaging, stream: string, seq: number): Promise<void> {
  try {
    await connectionOf(messaging).jsm.streams.deleteMessage(stream, seq, true);
  } catch (error) {
    const code = apiErrorCode(error);
    const isGone = code === DELETION_FAILED && /no message found/.test((error as Error).message);
    if (!gone.has(code) && !isGone) throw error;
  }
}

/** Null for what is not an event: its consumer will reject it. */
async function read(message: StoredMsg): Promise<object | null> {
  const { data, header } = message;
  try {
    const bytes = isCompressed({ headers: header }) ? await decompress(data) : bytesOf({ data });
    const payload: unknown = JSON.parse(bytes.toString());
    return typeof payload === 'object' ? payload : null;
  } catch {
    return null;
  }
}
