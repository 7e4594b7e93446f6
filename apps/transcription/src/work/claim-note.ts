import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordingContext } from '@debrief/contracts/events/recording';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const Held = Type.Pick(RecordingContext, ['integration_id', 'recording_id', 'attempt']);
/** An attempt at a recording that is handed out. */
export type Held = Static<typeof Held>;

const NOTE = 'claim.json';

/**
 * Notes in a work folder whose it is. When this process is killed, the next one at this machine gives the recording
 * back at once; by its lease, it would hold a place of its integration for a minute and a half more.
 */
export function noteClaim(folder: string, { integration_id, recording_id, attempt }: Held): Promise<void> {
  return writeFile(join(folder, NOTE), JSON.stringify({ integration_id, recording_id, attempt }));
}

/** @returns null where nothing readable was noted. */
export async function readNote(folder: string): Promise<Held | null> {
  try {
    const held: unknown = JSON.parse(await readFile(join(folder, NOTE), 'utf8'));
    return Value.Check(Held, held) ? held : null;
  } catch {
    return null;
  }
}
