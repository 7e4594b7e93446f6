import type { AudioPiece, AudioStore, ByteRange } from '@debrief/audio-store/audio-store';
import type { OutputOf } from '@debrief/contracts/define';
import {
  AUDIO_NOT_FOUND,
  DebriefError,
  defineError,
  ROUTE_NOT_FOUND,
  UNAVAILABLE,
} from '@debrief/contracts/errors';
import { getAudio } from '@debrief/contracts/operations/ingest-audio';
import { isUuid } from '@debrief/contracts/text';
import pTimeout from 'p-timeout';
import type { ConsoleDeps, Pages } from '../console-deps.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';

/** A store may take half a minute to give up, and nobody waits for longer than 10 s. */
const READ_TIMEOUT_MS = 4_000;
const RANGE_REFUSED = defineError('RANGE_REFUSED', 416, 'The recording does not reach that far');

/** The kept audio of a call, whole or in part, as players ask for it. */
export const callAudio: Pages = (server, deps) => {
  server.get('/calls/:id/audio', { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const { audio: store } = deps;
    const audio = isUuid(id) ? await findAudio(visitorOf(request), deps, id) : null;
    if (audio === null || store === null) throw new DebriefError(ROUTE_NOT_FOUND);
    reply.type(audio.content_type).header('accept-ranges', 'bytes');
    const range = rangeOf(request.headers.range, audio.bytes);
    if (range === 'refused') {
      reply.header('content-range', `bytes */${audio.bytes}`);
      throw new DebriefError(RANGE_REFUSED);
    }
    const { start, end } = range ?? { start: 0, end: audio.bytes - 1 };
    const piece = await readPiece(store, audio.key, { start, end });
    if (piece === null) throw new DebriefError(ROUTE_NOT_FOUND);
    if (range !== null) reply.code(206).header('content-range', `bytes ${start}-${end}/${audio.bytes}`);
    return reply.header('content-length', end - start + 1).send(piece.stream);
  });
};

/** @throws UNAVAILABLE when the store is away or silent. */
async function readPiece(store: AudioStore, key: string, range: ByteRange): Promise<AudioPiece | null> {
  const reading = store.read(key, range);
  try {
    return await pTimeout(reading, { milliseconds: READ_TIMEOUT_MS });
  } catch (cause) {
    // It may still come.
    reading.then((piece) => piece?.stream.destroy()).catch(() => undefined);
    throw new DebriefError(UNAVAILABLE, undefined, { cause });
  }
}

/** Null where the call has none, or is not the visitor's to hear. */
export async function findAudio(
  visitor: Visitor,
  { audio }: Pick<ConsoleDeps, 'audio'>,
  callId: string,
): Promise<OutputOf<typeof getAudio> | null> {
  if (audio === null) return null;
  return visitor.ask(getAudio, { kind: 'call', by: 'id', value: callId }).catch((error: unknown) => {
    if (error instanceof DebriefError && error.definition.status === AUDIO_NOT_FOUND.status) return null;
    throw error;
  });
}

/** One range of `bytes` bytes; null for all of them, as for several ranges, which no player asks for (RFC 9110, 14.2). */
function rangeOf(header: string | undefined, bytes: number): ByteRange | 'refused' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start <= end ? { start, end } : 'refused';
}
