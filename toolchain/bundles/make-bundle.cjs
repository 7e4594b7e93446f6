'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { createRequire, findPackageJSON } = require('node:module');
const { pathToFileURL } = require('node:url');

/**
 * Writes a package of hundreds of small modules as a few files, which `use-bundles.mjs` lets Node.js load in its place
 * (decision 0036). What was bundled under the first name before is replaced.
 * @param {string} root Folder of the project.
 * @param {string} owner Folder in it whose code imports the package.
 * @param {string[]} specifiers What is imported; the first is the package's name.
 * @param {string} [place] Where stack traces have it, as under node_modules.
 */
async function makeBundle(root, owner, specifiers, place = specifiers[0]) {
  const { build } = createRequire(path.join(root, 'package.json'))('esbuild');
  const [name] = specifiers;
  const folder = path.join(root, owner);
  dropBundle(root, name);
  const { metafile, outputFiles } = await build({
    absWorkingDir: folder,
    write: false,
    entryPoints: Object.fromEntries(
      specifiers.map((specifier) => [specifier.slice(name.length + 1) || 'index', specifier]),
    ),
    outdir: path.join(bundles(root), 'node_modules', place),
    outExtension: { '.js': '.mjs' },
    ...{ bundle: true, splitting: true, metafile: true, logLevel: 'error' },
    ...{ format: 'esm', platform: 'node', target: 'node24' },
    // CommonJS modules in it require what Node.js has itself.
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
    plugins: [keepNames, keepAddresses],
  });
  for (const { path: file, text } of outputFiles) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    // esbuild cannot write this name (0.28.2).
    fs.writeFileSync(file, text.replace(`as ${REQUIRED}`, "as 'module.exports'"));
  }
  const map = {};
  const address = (file) => pathToFileURL(path.resolve(folder, file)).href;
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs))
    if (entryPoint !== undefined) map[address(entryPoint.replace(/^names:/, ''))] = address(file);
  fs.writeFileSync(mapOf(root, name), JSON.stringify(map));
}

/** Lets Node.js load the package itself. */
function dropBundle(root, name) {
  fs.rmSync(mapOf(root, name), { force: true });
}

const REQUIRED = 'whatIsRequired';

/**
 * A CommonJS package has the names that Node.js gives it for an `import`, and `require` gets the same instance as it. An
 * ES module stays as it is.
 */
const keepNames = {
  name: 'keep-names',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[^.]/ }, async ({ path: specifier, kind, resolveDir }) => {
      if (kind !== 'entry-point') return undefined;
      const found = await resolve(specifier, { kind: 'import-statement', resolveDir });
      if (!isCommonJs(found.path)) return found;
      const names = Object.keys(await import(pathToFileURL(found.path).href));
      return { path: found.path, namespace: 'names', pluginData: names };
    });
    onLoad({ filter: /./, namespace: 'names' }, ({ path: file, pluginData }) => {
      const names = pluginData.filter((name) => !['default', 'module.exports'].includes(name));
      return {
        contents: `const all = require(${JSON.stringify(file)});
          export { all as default, all as ${REQUIRED} };
          export const { ${names.join(', ')} } = all;`,
        resolveDir: path.dirname(file),
      };
    });
  },
};

/** Only such a package is imported to learn its names: tap would begin a test. */
function isCommonJs(file) {
  const manifest = () => JSON.parse(fs.readFileSync(findPackageJSON(pathToFileURL(file)), 'utf8'));
  return file.endsWith('.cjs') || (file.endsWith('.js') && manifest().type !== 'module');
}

/** What a module finds by its own address, it finds where it was. */
const keepAddresses = {
  name: 'keep-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.*\.m?js$/ }, ({ path: file }) => {
      const source = fs.readFileSync(file, 'utf8');
      if (!source.includes('import.meta.url')) return undefined;
      const contents = source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: 'js' };
    });
  },
};

const bundles = (root) => path.join(root, '.toolchain', 'bundles');
const mapOf = (root, name) => path.join(bundles(root), `${name.replace('/', '+')}.json`);

module.exports = { makeBundle, dropBundle };
