import { randomBytes } from 'node:crypto';

/** Whose attempt at a recording a file is of. */
export interface AudioOwner {
  readonly integration_id: string;
  readonly recording_id: string;
  readonly attempt: number;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FORM = new RegExp(`^(${uuid})/(${uuid})/([1-9]\\d{0,8})-[\\w-]{22}\\.webm(?:\\.part)?$`);

/** A new name for the audio of an attempt, under its tenant and its recording, which nobody can guess. */
export function makeAudioKey({ integration_id, recording_id, attempt }: AudioOwner): string {
  return `${recordingPrefix({ integration_id, recording_id })}${attempt}-${randomBytes(16).toString('base64url')}.webm`;
}

/** What the names of all files of a recording begin with. */
export function recordingPrefix({
  integration_id,
  recording_id,
}: Pick<AudioOwner, 'integration_id' | 'recording_id'>): string {
  return `${integration_id}/${recording_id}/`;
}

/** Null for what is not a name of ours. That of a file that was never finished ends in `.part`. */
export function parseAudioKey(key: string): AudioOwner | null {
  const [, integration_id, recording_id, attempt] = FORM.exec(key) ?? [];
  if (integration_id === undefined || recording_id === undefined) return null;
  return { integration_id, recording_id, attempt: Number(attempt) };
}
