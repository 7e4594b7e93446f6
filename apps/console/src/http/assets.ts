import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip as gzipOf } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const gzip = promisify(gzipOf);

/** What browsers load, by the name that pages use. Packages' files are served from node_modules as they are. */
const files = {
  'tabler.css': '@tabler/core/dist/css/tabler.min.css',
  'console.css': '../styles/console.css',
  'htmx.js': 'htmx.org/dist/htmx.min.js',
  'page.js': '../browser/page.ts',
  'progress.js': '../browser/progress.ts',
  'upload.js': '../browser/upload.ts',
  'wavesurfer.js': 'wavesurfer.js/dist/wavesurfer.min.js',
  'player.js': '../browser/player.ts',
} as const;
export type AssetName = keyof typeof files;

interface Asset {
  url: string;
  type: string;
  plain: Buffer;
  gzipped: Buffer;
}

export interface Assets {
  urlOf(name: AssetName): string;
  serve(server: FastifyInstance): void;
}

/** Reads them once. Each URL holds a hash of the content, so that a browser may keep it for good. */
export async function loadAssets(): Promise<Assets> {
  const loaded = await Promise.all(
    (Object.keys(files) as AssetName[]).map(async (name) => [name, await load(name)] as const),
  );
  const assets = Object.fromEntries(loaded) as Record<AssetName, Asset>;
  return {
    urlOf: (name) => assets[name].url,
    serve(server) {
      for (const { url, type, plain, gzipped } of Object.values(assets)) {
        server.get(url, { logLevel: 'warn' }, async (request, reply) => {
          const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
          reply.type(type).headers({
            'cache-control': 'public, max-age=31536000, immutable',
            vary: 'accept-encoding',
            ...(takesGzip && { 'content-encoding': 'gzip' }),
          });
          return takesGzip ? gzipped : plain;
        });
      }
    },
  };
}

async function load(name: AssetName): Promise<Asset> {
  const source = files[name];
  const file = fileURLToPath(
    source.startsWith('.') ? new URL(source, import.meta.url) : import.meta.resolve(source),
  );
  const content = await readFile(file);
  const plain = source.endsWith('.ts') ? Buffer.from(withoutTypes(content.toString())) : content;
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16);
  const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  return { url: `/assets/${hash}/${name}`, type, plain, gzipped: await gzip(plain) };
}

/** As Node does with every file of ours. It warns that this function of its own is new, once a process, which is known. */
function withoutTypes(code: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(code);
  } finally {
    process.emitWarning = emitWarning;
  }
}
