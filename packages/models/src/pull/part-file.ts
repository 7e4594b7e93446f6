import { readFile, rm, stat, writeFile } from 'node:fs/promises';

/** What a part of a file is of, so that only the same file is gone on with. */
export interface PartNote {
  url: string;
  etag: string | null;
  lastModified: string | null;
}

/** A part that an earlier try has left. */
export interface Part extends PartNote {
  bytes: number;
}

const noteOf = (part: string): string => `${part}.json`;

/** The part in a file; null when there is none, or it is not known what it is of. */
export async function readPart(part: string): Promise<Part | null> {
  try {
    const [{ size }, text] = await Promise.all([stat(part), readFile(noteOf(part), 'utf8')]);
    const { url, etag = null, lastModified = null } = JSON.parse(text) as Partial<PartNote>;
    return size > 0 && typeof url === 'string' ? { url, etag, lastModified, bytes: size } : null;
  } catch {
    return null;
  }
}

/** Written before the first byte of the part, so that a kill at any moment leaves no part of unknown origin. */
export async function writePartNote(part: string, note: PartNote): Promise<void> {
  await writeFile(noteOf(part), JSON.stringify(note));
}

export async function removePart(part: string): Promise<void> {
  await Promise.all([rm(part, { force: true }), removePartNote(part)]);
}

export async function removePartNote(part: string): Promise<void> {
  await rm(noteOf(part), { force: true });
}

/** What names one state of a file at a server: a weak tag does not vouch for its bytes. */
export function validatorOf({ etag, lastModified }: PartNote): string | null {
  return etag !== null && !etag.startsWith('W/') ? etag : lastModified;
}
