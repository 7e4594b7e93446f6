import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * `node --import` of this file loads packages from their bundles (decision 0036). A bundle stands for one file of one
 * version: where another version is installed, that one is loaded.
 */
const folder = new URL('../../.toolchain/bundles/', import.meta.url);
const bundleOf = new Map();
for (const name of filesOf(folder).filter((name) => name.endsWith('.json'))) {
  const map = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  for (const [source, bundle] of Object.entries(map)) bundleOf.set(source, bundle);
}

function filesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

if (bundleOf.size > 0) {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const bundle = bundleOf.get(found.url);
      return bundle === undefined ? found : { ...found, url: bundle, format: 'module' };
    },
  });
}
