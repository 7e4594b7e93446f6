/**
 * A batch is lines of text. A request line is the JSON `{caller, input}`; its place in the batch is its index. A reply
 * line is that index, `+` or `-`, and the final JSON body: the operation's output, or an error's code and details.
 * Reply lines come in any order and in as many messages as they need, one without lines among them, which says that
 * the batch is worked on; it is answered when every index is.
 */
const NEWLINE = 10;
const PLUS = 43;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** A batch is sent with at most this many items. */
export const BATCH_MAX_ITEMS = 256;
/** A batch, and each message of its answer, ends before this; NATS refuses more than 1 MB. */
export const FRAME_MAX_BYTES = 512 * 1024;

export interface Reply {
  index: number;
  ok: boolean;
  /** A view of the message, not a copy. */
  body: Buffer;
}

/** @param json without line breaks inside strings, as all JSON is; those between tokens are removed. */
export function replyLine(index: number, ok: boolean, json: string): string {
  const line = json.includes('\n') ? json.replaceAll('\n', ' ') : json;
  return `${index}${ok ? '+' : '-'}${line}\n`;
}

/** @throws when the data is not made of whole reply lines. */
export function* readReplies(data: Buffer): Generator<Reply> {
  let start = 0;
  while (start < data.length) {
    const end = data.indexOf(NEWLINE, start);
    if (end === -1) throw new Error('a reply line has no end');
    let index = 0;
    let position = start;
    for (; position < end; position += 1) {
      const unit = data[position] as number;
      if (unit < ZERO || unit > NINE) break;
      index = index * 10 + unit - ZERO;
    }
    const status = data[position];
    if (position === start || (status !== PLUS && status !== MINUS)) throw new Error('not a reply line');
    yield { index, ok: status === PLUS, body: data.subarray(position + 1, end) };
    start = end + 1;
  }
}
