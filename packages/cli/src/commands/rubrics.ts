import { DebriefError, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { checkRubrics, getRubric, listRubrics, setRubrics } from '@debrief/contracts/operations/rubrics';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { formatRubric } from '../report/format-rubric.ts';
import { type CommandContext, fromUserFolder, withContext } from './command-context.ts';
import { printRows } from './print.ts';
import { readJson } from './read-json.ts';

interface Scope {
  integration?: string;
}

const fileHelp = `
A file holds one rubric as JSON, or a list of them. With "extends" it says only how it differs from another:
  { "name": "discovery", "extends": "discovery", "criteria": [{ "id": "discovery", "weight": 5 }] }
A rubric of a built-in name takes the place of the built-in one. "disposition_labels" and "focus" of general-sales
reach all that extend it. Start from one that there is: debrief rubrics show NAME --as-set > rubric.json`;

export function addRubrics(program: Command): void {
  const rubrics = program
    .command('rubrics')
    .description('what calls are judged by: the built-in rubrics and each integration’s own');

  rubrics
    .command('list')
    .description('list rubrics')
    .option('--integration <id>', 'with the own ones of this integration, and its categories')
    .action(({ integration = null }: { integration?: string | null }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { data } = await ask(listRubrics, { integration_id: integration });
        const rows = data.map((one) => ({ ...one, own: one.built_in ? 'built in' : 'own' }));
        printRows(json ? data : rows, ['name', 'title', 'own', 'version', 'criteria', 'categories'], json);
      }),
    );

  rubrics
    .command('show')
    .description('show one as it judges')
    .argument('<name>', 'rubric')
    .option('--integration <id>', 'as this integration has it')
    .option('--version <number>', 'an earlier version of the integration’s own')
    .option('--as-set', 'print only what was set, as JSON, to change it and set it again')
    .action((name: string, options: Scope & { version?: string; asSet?: boolean }, command: Command) =>
      withContext(command, (context) => show(name, options, context)),
    );

  rubrics
    .command('check')
    .description('list every fault of rubrics in files, without setting them')
    .argument('<files...>', 'JSON files')
    .option('--integration <id>', 'as if set for this integration')
    .addHelpText('after', fileHelp)
    .action((files: string[], { integration }: Scope, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const input = { integration_id: integration ?? null, rubrics: await rubricsIn(files) };
        const { faults } = await ask(checkRubrics, input);
        if (json) process.stdout.write(`${JSON.stringify({ faults }, null, 2)}\n`);
        if (faults.length > 0) throw faulty(faults);
        if (!json) process.stdout.write('No faults.\n');
      }),
    );

  rubrics
    .command('set')
    .description('set an integration’s own; the next analyses use them')
    .argument('<files...>', 'JSON files')
    .requiredOption('--integration <id>', 'integration')
    .option('--expect <version>', 'of a single rubric: only if it has this version now, as list prints it')
    .addHelpText('after', fileHelp)
    .action((files: string[], options: Required<Scope> & { expect?: string }, command: Command) =>
      withContext(command, (context) => set(files, options, context)),
    );
}

async function show(
  name: string,
  { integration, version, asSet }: Scope & { version?: string; asSet?: boolean },
  { ask, json }: CommandContext,
): Promise<void> {
  if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version))
    throw new CommandError(`Invalid --version "${version}". Use a whole number, such as 2.`);
  if (version !== undefined && integration === undefined)
    throw new CommandError('Add --integration: only its own rubrics have earlier versions');
  const found = await ask(getRubric, {
    integration_id: integration ?? null,
    name,
    ...(version !== undefined && { version: Number(version) }),
  });
  if (asSet) process.stdout.write(`${JSON.stringify(found.content, null, 2)}\n`);
  else process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : formatRubric(found));
}

async function set(
  files: string[],
  { integration, expect }: Required<Scope> & { expect?: string },
  { ask, json }: CommandContext,
): Promise<void> {
  const rubrics = await rubricsIn(files);
  try {
    const { data } = await ask(setRubrics, {
      ...{ integration_id: integration, rubrics },
      ...(expect !== undefined && { expected_version: expect }),
    });
    printRows(data, ['name', 'title', 'version', 'criteria', 'categories'], json);
  } catch (error) {
    if (error instanceof DebriefError && error.definition.code === VALIDATION_FAILED.code)
      throw faulty([error.publicMessage].flat());
    throw error;
  }
  if (!json)
    process.stdout.write(
      '\nThe next analyses use them. Judge earlier calls again: debrief analyses rerun --integration ID --since DATE\n',
    );
}

async function rubricsIn(files: readonly string[]): Promise<unknown[]> {
  const contents = await Promise.all(files.map((file) => readJson(fromUserFolder(file))));
  return contents.flat();
}

function faulty(faults: readonly string[]): CommandError {
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  return new CommandError(`${count}\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}
