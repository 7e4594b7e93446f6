import { type Static, Type } from '@sinclair/typebox';
import { ModelError, readJson } from './json-file.ts';
import builtIn from './manifest.json' with { type: 'json' };
import { FILE_NAME_PATTERN, kinds, modelSchema } from './model.ts';

const address = Type.String({ pattern: '^https?://[^/]+/' });
/** Exact, null where no page of the publisher states it. */
const bytes = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);
/** As a page of the publisher shows it, `126M` as `ls -lh` or `112 MB`: for people, and for free space. */
const size = Type.Union([Type.String({ pattern: '^[0-9.]+ ?[kKMG]i?B?$' }), Type.Null()]);
/** Stated by the publisher, or null. */
const sha256 = Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]);

const downloadSchema = Type.Object({
  /** Its name in the folder of the model. */
  file: Type.String({ pattern: FILE_NAME_PATTERN }),
  /** The same file at each of them; the first that has it is taken. */
  urls: Type.Array(address, { minItems: 1 }),
  bytes,
  size,
  sha256,
  /** Where address, size and checksum were read. */
  source: Type.String({ minLength: 1 }),
});
export type Download = Static<typeof downloadSchema>;

const archiveSchema = Type.Object({
  /** A `.tar.bz2` with the files in one folder. */
  url: address,
  folder: Type.String({ pattern: FILE_NAME_PATTERN }),
  bytes,
  size,
  sha256,
  /** A list of the publisher’s, a line `NAME<tab>SHA-256` for each archive of the release; null where there is none. */
  checksums: Type.Union([address, Type.Null()]),
  source: Type.String({ minLength: 1 }),
});
export type Archive = Static<typeof archiveSchema>;

const entrySchema = Type.Object({
  ...Type.Pick(modelSchema, ['name', 'kind', 'languages', 'licence', 'source', 'files']).properties,
  /** One line for people. */
  summary: Type.String({ minLength: 1 }),
  /** Whether `npm start` and `debrief models pull` without a name take it. */
  default: Type.Boolean(),
  downloads: Type.Array(downloadSchema),
  /** Taken where the files cannot be had one by one. */
  archive: Type.Union([archiveSchema, Type.Null()]),
});
/** A model that can be pulled. */
export type ManifestEntry = Static<typeof entrySchema>;

const manifestSchema = Type.Object({ models: Type.Array(entrySchema) });

/**
 * The models that can be pulled: those of the checked-in manifest, or of a file like it.
 * @throws ModelError when the file is not one.
 */
export async function readManifest(file?: string): Promise<ManifestEntry[]> {
  if (file === undefined) return builtIn.models as ManifestEntry[];
  const manifest = await readJson<Static<typeof manifestSchema>>(file, manifestSchema);
  if (manifest === null) throw new ModelError(`There is no manifest of models at ${file}`);
  for (const entry of manifest.models) checkEntry(entry, file);
  return manifest.models;
}

function checkEntry(entry: ManifestEntry, file: string): void {
  const { name, kind, files, downloads, archive } = entry;
  const fault = (text: string): never => {
    throw new ModelError(`${file} is not valid: ${name} ${text}`);
  };
  for (const part of kinds[kind].files) if (files[part] === undefined) fault(`names no file as ${part}`);
  if (downloads.length === 0 && archive === null) fault('has neither downloads nor an archive');
  const missing = Object.values(files).filter((needed) => !downloads.some((one) => one.file === needed));
  if (downloads.length > 0 && missing.length > 0) fault(`says not where ${missing.join(', ')} is`);
}

/** @throws ModelError naming those there are. */
export function findEntry(manifest: readonly ManifestEntry[], name: string): ManifestEntry {
  const entry = manifest.find((one) => one.name === name);
  if (entry !== undefined) return entry;
  throw new ModelError(
    `There is no model ${JSON.stringify(name)} to pull. There are: ${manifest.map((one) => one.name).join(', ')}`,
  );
}

const UNITS: Readonly<Record<string, number>> = {
  k: 1000,
  kB: 1000,
  K: 1024,
  KB: 1024,
  M: 1024 ** 2,
  MB: 1000 ** 2,
  G: 1024 ** 3,
  GB: 1000 ** 3,
};

/** Bytes of a file, exactly or about; null where no page says. `ls -lh` counts in powers of 1,024, web pages of 1,000. */
export function bytesOf({ bytes, size }: Pick<Download, 'bytes' | 'size'>): number | null {
  if (bytes !== null || size === null) return bytes;
  const [, number = '', unit = ''] = /^([0-9.]+) ?(\w+)$/.exec(size) ?? [];
  return Math.ceil(Number(number) * (UNITS[unit] ?? 1));
}

/** Pages round, and some count kilobytes of 1,024 where others count 1,000. */
const ROUNDING_SHARE = 0.1;

/** Why a file of so many bytes is not this one; null when it may be. */
export function wrongSize(download: Pick<Download, 'bytes' | 'size'>, bytes: number): string | null {
  const { bytes: exact, size } = download;
  if (exact !== null) return bytes === exact ? null : `has ${bytes} bytes, and should have ${exact}`;
  const about = bytesOf(download);
  if (about === null || Math.abs(bytes - about) <= ROUNDING_SHARE * about) return null;
  return `has ${bytes} bytes, and should have about ${size}`;
}

/** Bytes to download for a model, about; null where no page says. */
export function downloadBytes({ downloads, archive }: ManifestEntry): number | null {
  const parts = downloads.length > 0 ? downloads : archive === null ? [] : [archive];
  const sizes = parts.map(bytesOf);
  return sizes.includes(null) ? null : sizes.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}
