import { ModelError } from '../json-file.ts';

/** Where files are fetched from instead of their publishers. */
export type Mirrors = ReadonlyMap<string, string>;

/** The key of the mirror of every host that has none of its own. */
const EVERY_HOST = '*';

/**
 * Reads `MODELS_MIRROR`: items separated by commas, each `BASE` or `HOST=BASE`. `https://HOST/PATH` is then fetched
 * from `BASE/PATH` when its host has a base of its own, else from `BASE/HOST/PATH`.
 * @throws ModelError
 */
export function readMirrors(text = ''): Mirrors {
  const mirrors = new Map<string, string>();
  for (const item of text.split(',').map((one) => one.trim())) {
    if (item === '') continue;
    const [, host = EVERY_HOST, base = ''] = /^(?:([\w.:-]+)=)?(.*)$/.exec(item) ?? [];
    if (!/^https?:$/.test(URL.parse(base)?.protocol ?? '')) {
      throw new ModelError(
        'MODELS_MIRROR must be addresses such as https://mirror.example/models, or HOST=ADDRESS, comma-separated',
      );
    }
    mirrors.set(host, base.replace(/\/+$/, ''));
  }
  return mirrors;
}

/** The address to fetch a file from: of the mirror, where there is one. */
export function mirrored(url: string, mirrors: Mirrors): string {
  const { host, pathname, search } = new URL(url);
  const own = mirrors.get(host);
  if (own !== undefined) return `${own}${pathname}${search}`;
  const every = mirrors.get(EVERY_HOST);
  return every === undefined ? url : `${every}/${host}${pathname}${search}`;
}
