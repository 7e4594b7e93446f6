'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { capture } = require('./launch.cjs');
const { withLock } = require('./lock.cjs');
const { explain, Failure, say } = require('./say.cjs');

/** Node.js runs TypeScript without a warning from 24.12 on; the tests run on no other major version. */
function fits(version) {
  const [major, minor] = version.split('.').map(Number);
  return major === 24 && minor >= 12;
}

function isMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}

function npmCommand() {
  const bundled = path.resolve(process.execPath, '../../lib/node_modules/npm/bin/npm-cli.js');
  const calling = process.env.npm_execpath || '';
  const script = [calling, bundled].find(
    (file) => path.basename(file) === 'npm-cli.js' && fs.existsSync(file),
  );
  return script === undefined ? ['npm'] : [process.execPath, script];
}

/**
 * The environment for npm and pnpm. Their caches are under the home folder, or in the project where that is not
 * writable. Without limits they retry a dead network for minutes, and pnpm ignores npm's registry variable.
 */
function installerEnvironment(root) {
  const env = { ...process.env };
  for (const prefix of ['npm_config_', 'pnpm_config_']) {
    env[`${prefix}fetch_retries`] = '2';
    env[`${prefix}fetch_retry_mintimeout`] = '1000';
    env[`${prefix}fetch_retry_maxtimeout`] = '4000';
  }
  if (env.npm_config_registry) env.pnpm_config_registry = env.pnpm_config_registry || env.npm_config_registry;
  const own = path.join(root, '.toolchain', 'cache');
  // npm sets this for its scripts, whether the folder is writable or not.
  if (!canWrite(env.npm_config_cache || os.homedir())) env.npm_config_cache = path.join(own, 'npm');
  if (!canWrite(os.homedir())) {
    fs.mkdirSync(own, { recursive: true });
    env.HOME = own;
    env.pnpm_config_store_dir = env.pnpm_config_store_dir || path.join(own, 'pnpm');
  }
  return env;
}

/** Whether a folder is writable, or can be created. */
function canWrite(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch (error) {
    const parent = path.dirname(folder);
    return error.code === 'ENOENT' && parent !== folder && canWrite(parent);
  }
}

/** npm was seen to report success with a truncated file on a full disk, so the binary is run once. */
async function checkBinary({ title, version, binary }, folder) {
  const answer = await capture(path.join(folder, binary), ['--version'], { cwd: folder }).catch((error) => ({
    code: 1,
    output: error.message,
  }));
  if (answer.code === 0 && answer.output.includes(version)) return;
  const { bavail, bsize } = fs.statfsSync(folder);
  const isFull = bavail * bsize < 16 * 1024 * 1024;
  throw explain(`Fetching ${title}`, isFull ? 'ENOSPC' : `It does not run: ${answer.output}`);
}

async function fetchInto(root, folder, wanted) {
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const [npm, ...script] = npmCommand();
  const flags = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  const { code, output } = await capture(
    npm,
    [
      ...script,
      'install',
      ...flags,
      '--loglevel=error',
      `--prefix=${folder}`,
      `${wanted.name}@${wanted.version}`,
    ],
    { cwd: folder, env: installerEnvironment(root) },
  );
  if (code !== 0) throw explain(`Fetching ${wanted.title}`, output);
  await checkBinary(wanted, folder);
}

/** One package that carries a ready binary, in a folder of its own; no install script runs. */
async function fetchBinary(root, wanted) {
  const folder = path.join(root, '.toolchain', `${wanted.name.replace('/', '+')}@${wanted.version}`);
  const file = path.join(folder, wanted.binary);
  if (fs.existsSync(file)) return file;

  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const onWait = (pid) => say(`Waiting for another start (process ${pid}) to fetch ${wanted.title}…`);
  await withLock(`${folder}.lock`, onWait, async () => {
    if (fs.existsSync(file)) return;
    say(`Fetching ${wanted.title} (once)…`);
    const unfinished = `${folder}.unfinished`;
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.mkdirSync(unfinished);
    try {
      await fetchInto(root, unfinished, wanted);
      fs.renameSync(unfinished, folder);
    } finally {
      fs.rmSync(unfinished, { recursive: true, force: true });
    }
  });
  return file;
}

/** The Node.js to run on: this one where it fits, else the pinned one, fetched once into the project. */
async function findNode(root) {
  if (fits(process.versions.node)) return process.execPath;
  const version = fs.readFileSync(path.join(root, '.node-version'), 'utf8').trim();
  const target = `${process.platform}-${process.arch}`;
  if (isMusl() || !['x64', 'arm64'].includes(process.arch)) {
    throw new Failure(
      `Debrief needs Node.js 24 (24.12 or newer), and there is no ready-made one for this machine (${target}). Install it and try again.`,
    );
  }
  const name = `node-${target}`;
  return fetchBinary(root, {
    title: `Node.js ${version}`,
    name,
    version,
    binary: `node_modules/${name}/bin/node`,
  });
}

/** The pnpm named by package.json, as the native binary itself: its wrapper cannot be spawned without a shell. */
async function findPnpm(root) {
  const { packageManager } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const target = `${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`;
  const name = `@pnpm/exe.${target}`;
  const version = packageManager.split('@')[1];
  return fetchBinary(root, { title: `pnpm ${version}`, name, version, binary: `node_modules/${name}/pnpm` });
}

module.exports = { findNode, findPnpm, installerEnvironment };
