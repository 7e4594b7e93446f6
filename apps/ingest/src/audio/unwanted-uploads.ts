import { parseUploadKey } from '@debrief/audio-store/upload-key';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** Longer than an upload and its submission may take. */
const UNDER_WAY_MS = 3_600_000;
/** In which a call that failed can be tried again. */
const KEPT_MS = 7 * 86_400_000;

/** Those of the names that are of uploads which no recording needs: it is coached, gone, or was never submitted. */
export async function unwantedUploads(db: Db, keys: readonly string[]): Promise<string[]> {
  const nowMs = Date.now();
  const uploads = keys.flatMap((key) => {
    const upload = parseUploadKey(key);
    return upload === null || nowMs - upload.begunAtMs < UNDER_WAY_MS ? [] : [{ key, ...upload }];
  });
  if (uploads.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select f.key from unnest(
      ${uploads.map(({ key }) => key)}::text[],
      ${uploads.map(({ integration_id }) => integration_id)}::uuid[],
      ${uploads.map(({ url }) => url)}::text[],
      ${uploads.map(({ begunAtMs }) => nowMs - begunAtMs > KEPT_MS)}::boolean[]
    ) as f (key, integration_id, url, is_old)
    where f.is_old or not exists (
      select from recordings r
      -- The console gives both the same name, of which the first has an index.
      where r.integration_id = f.integration_id and r.external_recording_id = f.url and r.recording_url = f.url
        and r.status <> 'COMPLETED'
    )
  `.execute(db);
  return rows.map(({ key }) => key);
}
