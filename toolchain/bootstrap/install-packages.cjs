'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { capture } = require('./launch.cjs');
const { withLock } = require('./lock.cjs');
const { installerEnvironment, findPnpm } = require('./runtime.cjs');
const { explain, say } = require('./say.cjs');

function manifests(root) {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
  for (const name of ['make-bundle', 'make-bundles']) files.push(`toolchain/bundles/${name}.cjs`);
  for (const folder of ['test/acceptance', 'test/faults', 'bench']) files.push(`${folder}/package.json`);
  for (const folder of ['apps', 'packages']) {
    for (const name of fs.readdirSync(path.join(root, folder)).sort()) {
      files.push(path.join(folder, name, 'package.json'));
    }
  }
  return files.filter((file) => fs.existsSync(path.join(root, file)));
}

/** Changes when another install is due: other packages asked for, or a folder copied to another kind of machine. */
function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${root}`);
  for (const file of manifests(root))
    hash.update(`\0${file}\0`).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function isInstalled(root, stamp) {
  try {
    return fs.readFileSync(stamp, 'utf8') === fingerprint(root);
  } catch {
    return false;
  }
}

/** Installs exactly what the lockfile names, when what is installed is something else. */
async function installPackages(root, node) {
  const stamp = path.join(root, 'node_modules', '.debrief-installed');
  if (isInstalled(root, stamp)) return;

  const pnpm = await findPnpm(root);
  const onWait = (pid) => say(`Waiting for another start (process ${pid}) to install the packages…`);
  await withLock(path.join(root, '.toolchain', 'install.lock'), onWait, async () => {
    if (isInstalled(root, stamp)) return;
    say(fs.existsSync(stamp) ? 'Updating packages…' : 'Installing packages (once)…');
    fs.rmSync(stamp, { force: true });
    const env = installerEnvironment(root);
    // The lockfile is reviewed and holds every checksum; judging its 550 entries again needs the registry each time.
    const flags = ['--frozen-lockfile', '--trust-lockfile', '--reporter=append-only', '--yes'];
    const { code, output } = await capture(pnpm, ['install', ...flags], {
      cwd: root,
      env: { ...env, PATH: `${path.dirname(node)}${path.delimiter}${env.PATH}` },
    });
    if (code !== 0) throw explain('Installing packages', output);
    const bundles = await capture(node, [path.join(root, 'toolchain/bundles/make-bundles.cjs')], {
      cwd: root,
    });
    if (bundles.code !== 0) throw explain('Bundling packages', bundles.output);
    fs.writeFileSync(stamp, fingerprint(root));
  });
}

module.exports = { installPackages };
