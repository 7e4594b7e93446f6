import type { FileHandle } from 'node:fs/promises';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError } from '../command-error.ts';

/** A transcript of four hours has 200 kB. */
const TRANSCRIPT_MAX_BYTES = 32 * 1024 ** 2;

export interface Input {
  /** For messages. */
  name: string;
  /** Its text in pieces, from the start, as often as it is asked for. @throws CommandError when it is not text. */
  text(): AsyncGenerator<string>;
  close(): Promise<void>;
}

/** @param source a path, or `-` for standard input. @throws CommandError when there is nothing to read. */
export async function openInput(source: string): Promise<Input> {
  const name = source === '-' ? 'standard input' : source;
  const handle = await openSource(source);
  return { name, text: () => decoded(handle, name), close: () => handle.close() };
}

/** The whole text of a transcript. @throws CommandError when it is empty or far too long. */
export async function readWhole(input: Input): Promise<string> {
  let whole = '';
  for await (const piece of input.text()) {
    whole += piece;
    if (whole.length > TRANSCRIPT_MAX_BYTES)
      throw new CommandError(`${input.name} is too long for a transcript`);
  }
  if (whole.trim() === '') throw new CommandError(`${input.name} is empty`);
  return whole;
}

async function openSource(source: string): Promise<FileHandle> {
  if (source === '-') return spooled(process.stdin);
  try {
    const handle = await open(source);
    const stat = await handle.stat();
    if (stat.isFile()) return handle;
    if (stat.isDirectory()) {
      await handle.close();
      throw new CommandError(`${source} is a folder, not a file`);
    }
    return await spooled(handle.createReadStream());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`There is no file ${source}`, { cause: error });
    if (code === 'EACCES') throw new CommandError(`No permission to read ${source}`, { cause: error });
    throw error;
  }
}

/** What can be read only once, in a file without a name, which the system removes with the process. */
async function spooled(stream: NodeJS.ReadableStream): Promise<FileHandle> {
  const file = path.join(tmpdir(), `debrief-${process.pid}-${process.hrtime.bigint()}`);
  const handle = await open(file, 'wx+', 0o600);
  await rm(file);
  for await (const bytes of stream) await handle.write(bytes as Buffer);
  return handle;
}

async function* decoded(handle: FileHandle, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of handle.createReadStream({ start: 0, autoClose: false })) {
    yield decode(() => decoder.decode(bytes as Buffer, { stream: true }), name);
  }
  yield decode(() => decoder.decode(), name);
}

function decode(text: () => string, name: string): string {
  try {
    const piece = text();
    if (!piece.includes('\0')) return piece;
  } catch {
    // The same to whoever asked: these bytes are no text.
  }
  throw new CommandError(
    `${name} is not a text in UTF-8. A recording is coached with: debrief submit, while Debrief runs`,
  );
}
