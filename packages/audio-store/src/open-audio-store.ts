import { fileURLToPath } from 'node:url';
import { type Static, Type } from '@sinclair/typebox';
import type { AudioStore } from './audio-store.ts';
import { openFolderStore } from './folder-store.ts';

/** Where audio is kept, for every app that writes, deletes or plays it: the same in all. */
export const audioStoreSettings = {
  AUDIO_URL: Type.Optional(
    Type.String({
      pattern: '^(file:///.+|s3://[^/]+(/.*)?)$',
      description:
        'Where audio is kept, `file:///folder` or `s3://bucket/prefix`; the same for worker, ingest and console; empty: nowhere',
    }),
  ),
  AUDIO_S3_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'Address of an S3 server other than Amazon’s' }),
  ),
  AUDIO_S3_REGION: Type.String({ default: 'us-east-1', description: 'Region of the bucket' }),
  AUDIO_S3_KEY_ID: Type.Optional(
    Type.String({ description: 'Access key of the bucket; empty: as AWS finds one, such as by a role' }),
  ),
  AUDIO_S3_SECRET: Type.Optional(Type.String({ description: 'Its secret' })),
};
const settings = Type.Object(audioStoreSettings);
export type AudioStoreConfig = Static<typeof settings>;

/** @returns null where audio is kept nowhere. */
export async function openAudioStore(config: AudioStoreConfig): Promise<AudioStore | null> {
  if (config.AUDIO_URL === undefined) return null;
  const url = new URL(config.AUDIO_URL);
  if (url.protocol === 'file:') return openFolderStore(fileURLToPath(url).replace(/(?<=.)\/+$/, ''));
  const { AUDIO_S3_KEY_ID: accessKeyId, AUDIO_S3_SECRET: secretAccessKey } = config;
  // Loaded here: it takes 30 MB, which a folder does not need.
  const { openS3Store } = await import('./s3-store.ts');
  const path = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, '');
  return openS3Store({
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint: config.AUDIO_S3_ENDPOINT,
    region: config.AUDIO_S3_REGION,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
  });
}
