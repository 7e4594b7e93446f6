import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type AudioStore, LIST_MAX, watched } from './audio-store.ts';

export interface S3Place {
  readonly bucket: string;
  /** Empty, or a path that ends in a slash. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: those that the surroundings of AWS give, such as a role. */
  readonly credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte from the store. */
const SILENCE_TIMEOUT_MS = 15_000;
const REMOVALS_AT_ONCE = 8;

const nothing = () => undefined;
/** What fails is thrown, too. */
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A bucket of anything that speaks S3. */
export function openS3Store({ bucket, prefix, endpoint, region, credentials }: S3Place): AudioStore {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
    // Checksums of a newer kind, unasked, which many servers besides Amazon's do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    logger: silent,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      requestTimeout: SILENCE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  const object = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });

  /** In parts of 5 MB, one after another: a bucket wants the length of each before it comes. */
  async function writeStream(
    source: Readable,
    place: ReturnType<typeof object>,
    { signal, onProgress }: { signal: AbortSignal; onProgress: () => void },
  ): Promise<void> {
    const upload = new Upload({
      client,
      params: { ...place, Body: source, ContentType: 'application/octet-stream' },
      queueSize: 1,
    });
    const abort = () => void upload.abort();
    upload.on('httpUploadProgress', onProgress);
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      await upload.done();
    } finally {
      signal.removeEventListener('abort', abort);
      source.destroy();
    }
  }

  return {
    place: `s3://${bucket}/${prefix}`,
    folder: null,
    async write(key, source, { signal, onProgress }) {
      if (typeof source !== 'string') return writeStream(source, object(key), { signal, onProgress });
      const { size } = await stat(source);
      const body = createReadStream(source).pipe(watched(onProgress));
      const type = key.endsWith('.webm') ? 'audio/webm' : 'text/plain';
      try {
        await client.send(
          new PutObjectCommand({ ...object(key), Body: body, ContentLength: size, ContentType: type }),
          { abortSignal: signal },
        );
      } finally {
        body.destroy();
      }
    },
    async read(key, range) {
      try {
        const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
        const { Body, ContentLength, ContentRange } = await client.send(
          new GetObjectCommand({ ...object(key), Range }),
        );
        const bytes = Number(ContentRange?.split('/')[1] ?? ContentLength);
        return { stream: Body as Readable, bytes };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async list(under, after) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({
          ...{ Bucket: bucket, Prefix: `${prefix}${under}`, MaxKeys: LIST_MAX },
          ...(after !== undefined && { StartAfter: `${prefix}${after}` }),
        }),
      );
      return Contents.map(({ Key = '' }) => Key.slice(prefix.length));
    },
    async remove(keys) {
      // One by one: not all servers delete several in one request.
      const left = keys.values();
      const removeNext = async () => {
        for (const key of left) await client.send(new DeleteObjectCommand(object(key)));
      };
      await Promise.all(Array.from({ length: Math.min(REMOVALS_AT_ONCE, keys.length) }, removeNext));
    },
    close: () => client.destroy(),
  };
}
