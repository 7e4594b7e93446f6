import { Readable } from 'node:stream';
import { formatOf, HEAD_BYTES } from '@debrief/audio-store/audio-format';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from './fault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of the form, which is still on its way; null where there is none. */
    uploaded: MultipartFile['file'] | null;
  }
}

const FIELDS_MAX = 20;
const FIELD_BYTES = 4_096;

/** Lets the forms of a scope bring a file, as their last field: those before it are the body, as of any other form. */
export async function takeFiles(server: FastifyInstance, maxBytes: number): Promise<void> {
  const limits = { fileSize: maxBytes, files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES };
  await server.register(multipart, { limits, throwFileSizeLimit: false });
  server.decorateRequest('uploaded', null);
  server.addHook('preValidation', async (request) => {
    if (request.isMultipart()) await readFields(request);
  });
  // What is refused is read to its end all the same, or the browser shows a broken connection instead of the answer.
  server.addHook('onSend', async ({ uploaded }) => void uploaded?.resume());
}

async function readFields(request: FastifyRequest): Promise<void> {
  const fields: Record<string, string> = {};
  const parts = request.parts();
  for (;;) {
    const { value: part, done } = await parts.next();
    if (done === true) break;
    if (part.type === 'file') {
      request.uploaded = part.file;
      break;
    }
    if (typeof part.value === 'string') fields[part.fieldname] = part.value;
  }
  request.body = fields;
}

/**
 * The file as a stream that fails with a Fault, told in `refused` as well, once it turns out to be empty, no audio, or
 * too large.
 */
export function audioIn(file: MultipartFile['file'], refused: (fault: Fault) => void): Readable {
  const fail = (message: string): never => {
    const fault = new Fault(message);
    refused(fault);
    throw fault;
  };
  async function* pieces(): AsyncGenerator<Buffer> {
    let head: Buffer | null = Buffer.alloc(0);
    for await (const piece of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (head === null) {
        yield piece;
        continue;
      }
      head = Buffer.concat([head, piece]);
      if (head.length < HEAD_BYTES) continue;
      if (formatOf(head) === null) fail(NO_AUDIO);
      yield head;
      head = null;
    }
    if (file.truncated) fail('The file is larger than uploads may be. Your operator sets UPLOAD_MAX_BYTES.');
    if (head?.length === 0) fail('Choose the file of the recording: none was sent, or it is empty.');
    if (head !== null) {
      if (formatOf(head) === null) fail(NO_AUDIO);
      yield head;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

const NO_AUDIO = 'The file is no audio that Debrief reads: send MP3, WAV, M4A, OGG, FLAC, AAC or AMR.';
