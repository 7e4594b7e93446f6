import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readInUse, rolesOf, writeInUse } from '@debrief/models/in-use';
import { downloadBytes, findEntry, type ManifestEntry } from '@debrief/models/manifest';
import { type Kind, kindNames, type Model, roleOf } from '@debrief/models/model';
import { type FoundModel, listModels, modelsFolder, readModel } from '@debrief/models/models-folder';
import { addOwnModel } from '@debrief/models/own-model';
import { AddressFailure } from '@debrief/models/pull-errors';
import { removeModel } from '@debrief/models/remove-model';
import { type Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { megabytes, progressShower } from '../models/describe-progress.ts';
import { defaultsOf, modelsEnvironment, pull } from '../models/pull.ts';
import { createStatusLine } from '../report/status-line.ts';
import { fromUserFolder, type SharedOptions } from './command-context.ts';
import { printRecord, printRows } from './print.ts';

const INTERRUPTED_STATUS = 130;

const pullHelp = `
Without a name it takes what npm start takes: a recognizer of English, and what tells voices apart.
A pull that was stopped, or that failed, goes on where it was.

  MODELS_DIR       folder of models, shared by every Debrief of the account
  MODELS_MIRROR    ADDRESS or HOST=ADDRESS, comma-separated: https://HOST/PATH is fetched from ADDRESS/PATH
                   where its HOST is named, else from ADDRESS/HOST/PATH
  MODELS_MANIFEST  file with another list of models
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY   proxies`;

const useHelp = `
A running Debrief takes the model with its next recording.
A folder of one's own holds the files under their usual names (encoder.onnx, tokens.txt), with --kind; or a model.json.
It is copied into the folder of models.`;

export function addModels(program: Command): void {
  const models = program.command('models').description('speech models: what there is, and what is used');
  models
    .command('list')
    .description('list models that can be pulled, and those in place')
    .action((_options: object, command: Command) => list(isJson(command)));
  models
    .command('pull')
    .description('put models in place')
    .argument('[names...]', 'models; none: the default ones')
    .option('--from <folder>', 'take the files from a folder instead of the network')
    .option('--accept-new', 'accept a file that is another than when it was first pulled')
    .addHelpText('after', pullHelp)
    .action((names: string[], _options: object, command: Command) =>
      pullNamed(names, command.optsWithGlobals<PullOptions>()),
    );
  models
    .command('use')
    .description('use a model that is in place, or one’s own')
    .argument('<name or folder>', 'model')
    .addOption(new Option('--kind <kind>', 'what the model of a folder is').choices(kindNames))
    .option('--languages <tags>', 'languages it hears, as en,de')
    .option('--name <name>', 'what to call it; default: the name of its folder')
    .addHelpText('after', useHelp)
    .action((model: string, _options: object, command: Command) =>
      use(model, command.optsWithGlobals<UseOptions>()),
    );
  models
    .command('remove')
    .description('delete a model')
    .argument('<name>', 'model')
    .action((name: string, _options: object, command: Command) => remove(name, isJson(command)));
}

interface PullOptions extends SharedOptions {
  from?: string;
  acceptNew?: boolean;
}

interface UseOptions extends SharedOptions {
  kind?: Kind;
  languages?: string;
  name?: string;
}

const isJson = (command: Command): boolean => command.optsWithGlobals<SharedOptions>().json === true;

async function list(json: boolean): Promise<void> {
  const { modelsDir, manifest } = await modelsEnvironment();
  const [found, inUse] = await Promise.all([listModels(modelsDir), readInUse(modelsDir)]);
  const own = found.filter(({ name }) => !manifest.some((entry) => entry.name === name));
  const rows = [
    ...manifest.map((entry) =>
      rowOf(
        entry.name,
        entry,
        found.find(({ name }) => name === entry.name),
      ),
    ),
    ...own.map((one) => rowOf(one.name, undefined, one)),
  ].map((row) => ({ ...row, used_as: rolesOf(inUse, row.name) }));
  if (json) return printRows(rows, [], true);
  const shown = rows.map((row) => ({
    ...row,
    size: row.bytes === null ? '-' : megabytes(row.bytes),
    state: row.fault ?? (row.used_as.length > 0 ? 'in use' : row.in_place ? 'in place' : '-'),
    languages: row.languages.length > 5 ? `${row.languages.length} languages` : row.languages,
  }));
  printRows(shown, ['name', 'role', 'languages', 'size', 'licence', 'state'], false);
  process.stdout.write(`\nModels are in ${modelsDir}\n`);
}

function rowOf(name: string, entry: ManifestEntry | undefined, found: FoundModel | undefined) {
  const known: Model | ManifestEntry | null = found?.model ?? entry ?? null;
  return {
    name,
    role: known === null ? null : roleOf(known.kind),
    kind: known?.kind ?? null,
    summary: entry?.summary ?? null,
    languages: known?.languages ?? [],
    licence: known?.licence ?? null,
    source: known?.source ?? null,
    default: entry?.default ?? false,
    /** To download, about. */
    bytes: entry === undefined ? null : downloadBytes(entry),
    in_place: found?.model !== null && found !== undefined,
    verified: found?.model?.verified ?? null,
    sha256: found?.model?.sha256 ?? null,
    fault: found?.fault ?? null,
  };
}

async function pullNamed(names: string[], options: PullOptions): Promise<void> {
  const { modelsDir, manifest } = await modelsEnvironment();
  const entries = names.length === 0 ? defaultsOf(manifest) : names.map((name) => findEntry(manifest, name));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  // Progress is no part of what a program reads.
  const status = createStatusLine(process.stderr);
  const say = (line: string): void => {
    status.clear();
    process.stderr.write(`${line}\n`);
  };
  const from = options.from === undefined ? undefined : fromUserFolder(options.from);
  const pulled: object[] = [];
  try {
    for await (const { model, wasThere, isUsed } of pull({
      ...{ entries, from, acceptNew: options.acceptNew === true, signal: stop.signal, say },
      onProgress: progressShower((line) => status.show(line)),
      onRetry: (failure, delayMs) => say(`${failure}; trying again in ${Math.ceil(delayMs / 1000)} s`),
    })) {
      status.clear();
      pulled.push({ ...model, was_there: wasThere, used_as: isUsed ? roleOf(model.kind) : null });
      if (options.json !== true) report(model, { wasThere, isUsed, modelsDir });
    }
  } catch (error) {
    status.clear();
    if (!stop.signal.aborted) {
      if (error instanceof AddressFailure && from === undefined) say(otherWays());
      throw error;
    }
    process.stderr.write('debrief: Stopped. The next pull goes on from here.\n');
    process.exitCode = INTERRUPTED_STATUS;
    return;
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify(pulled, null, 2)}\n`);
}

/** Said before the failure, which is the last line. */
function otherWays(): string {
  const { HTTPS_PROXY, HTTP_PROXY, https_proxy = HTTPS_PROXY, http_proxy = HTTP_PROXY } = process.env;
  const proxy = https_proxy || http_proxy;
  const through = proxy ? `It was asked for through the proxy ${new URL(proxy).host}. ` : '';
  return `${through}Other ways: a proxy (HTTPS_PROXY), a mirror (MODELS_MIRROR), or files brought by hand (--from FOLDER)`;
}

function report(model: Model, o: { wasThere: boolean; isUsed: boolean; modelsDir: string }): void {
  const { name, kind, licence, source, verified, sha256 } = model;
  const lines = [
    `${name} ${o.wasThere ? 'was in place already' : `is in place, in ${path.join(o.modelsDir, name)}`}`,
  ];
  if (!o.wasThere) {
    lines.push(`  licence ${licence}; ${source}`);
    if (verified === 'publisher') lines.push('  its files are what their publisher states');
    else {
      lines.push('  its publisher states no checksum of every file; recorded for the next time:');
      for (const [file, sum] of Object.entries(sha256)) lines.push(`  ${sum}  ${file}`);
    }
  }
  lines.push(
    o.isUsed ? `  used as ${roleOf(kind)}` : `  to use it as ${roleOf(kind)}: debrief models use ${name}`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function use(model: string, options: UseOptions): Promise<void> {
  const modelsDir = modelsFolder(process.env);
  const inPlace = path.join(modelsDir, model);
  const isNamed = !model.includes(path.sep) && (await isFolder(inPlace));
  const folder = fromUserFolder(model);
  let used: Model;
  if (isNamed && options.kind === undefined) {
    used = await readModel(inPlace);
  } else if (await isFolder(folder)) {
    const languages = options.languages?.split(',').map((tag) => tag.trim());
    const { kind, name } = options;
    const { signal } = new AbortController();
    used = await addOwnModel({ modelsDir, from: folder, kind, languages, name, signal });
  } else {
    const { manifest } = await modelsEnvironment();
    const isKnown = manifest.some((entry) => entry.name === model);
    throw new CommandError(
      isKnown
        ? `${model} is not in place yet. Fetch it with: debrief models pull ${model}`
        : `There is no model ${JSON.stringify(model)} in ${modelsDir}, and no such folder. See: debrief models list`,
    );
  }
  const role = roleOf(used.kind);
  // A model of a folder that was put there by hand may call itself otherwise.
  const name = isNamed && options.kind === undefined ? model : used.name;
  await writeInUse(modelsDir, { ...(await readInUse(modelsDir)), [role]: name });
  if (options.json === true) return printRecord({ ...used, name, role }, true);
  const { languages, licence } = used;
  const hears = languages.length === 0 ? '' : `; languages: ${languages.join(', ')}`;
  process.stdout.write(
    `${name} is used as ${role} from the next recording on\n  licence ${licence}${hears}\n`,
  );
}

async function isFolder(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null))?.isDirectory() === true;
}

async function remove(name: string, json: boolean): Promise<void> {
  const modelsDir = modelsFolder(process.env);
  const usedAs = await removeModel(modelsDir, name);
  if (json) return printRecord({ name, used_as: usedAs }, true);
  process.stdout.write(`${name} is deleted.\n`);
  if (usedAs.includes('recognizer')) {
    process.stdout.write('It was in use: pocketsphinx transcribes until another is used.\n');
  } else if (usedAs.length > 0) process.stdout.write(`It was in use as ${usedAs.join(', ')}.\n`);
}
