import { once } from 'node:events';
import { statSync } from 'node:fs';
import { removeCardNumbers } from '@debrief/contracts/cards/remove-card-numbers';
import { fitWords } from '@debrief/contracts/resources/transcript-words';
import {
  type CoachingRequest,
  callTime,
  DEFAULT_OCCURRED_AT,
  requestOf,
} from '@debrief/contracts/scripted-call';
import { isTimeZone, formats as textFormats } from '@debrief/contracts/text';
import { type Command, Option } from 'commander';
import { analysisOf, type CoachOptions, coach } from '../coach/coach-process.ts';
import { checkCalls, readCalls } from '../coach/read-calls-file.ts';
import { type Input, openInput, readWhole } from '../coach/read-input.ts';
import { readSpeech } from '../coach/read-speech.ts';
import { transcriptOfSpeech } from '../coach/transcript-of-speech.ts';
import { CommandError } from '../command-error.ts';
import { formatReport } from '../report/format-report.ts';
import { fromUserFolder, type SharedOptions } from './command-context.ts';

interface Options extends SharedOptions {
  calls?: string;
  agent?: string;
  contact?: string;
  occurredAt?: string;
  timeZone?: string;
  direction?: 'inbound' | 'outbound';
  category?: string;
  rubric?: string;
  engine: string;
}

const formats = `
FILE is WebVTT, SRT, the JSON of a transcript as the API answers it, or lines such as "Maria: Hello", "[00:12] A: Hello"
or "Customer: Hello"; its content decides, not its name. "-" is standard input. --json prints { analysis, transcript }.

Who the agent is: whom --agent or --contact names; else what the labels say (Agent, Rep, A; Customer, Client, C); else
who gives their own name and company first, which is a guess and printed.

--calls takes a JSON list of { id, agent, contact, direction, category, occurred_at, time_zone, turns: [{ speaker: "agent" or
"contact", text }] } and prints a report a call, or with --json a line { id, analysis }; a turn is a segment.

Times that are not given are those of 150 words a minute. Without a date, days are counted from Monday 5 January 2026:
the same input gives the same bytes. An instant is of the day it is in --time-zone, without one of the day it is
written with.`;

export function addCoach(program: Command): void {
  program
    .command('coach')
    .description('coach a transcript and print the report; needs no running Debrief')
    .argument('[file]', 'transcript, or - for standard input')
    .option('--calls <file>', 'coach the calls of a JSON list instead')
    .option('--agent <name>', 'speaker who is the agent, or the name to show')
    .option('--contact <name>', 'speaker who is the contact, or the name to show')
    .option('--occurred-at <time>', 'when it took place, as 2026-11-20 or 2026-11-20T15:00:00Z')
    .option('--time-zone <zone>', 'where the agent is, as Europe/Berlin: days are counted there')
    .addOption(new Option('--direction <direction>', 'who called').choices(['inbound', 'outbound']))
    .option('--category <name>', 'coaching category; selects the rubric')
    .option('--rubric <name or file>', "rubric instead of the category's")
    .option(
      '--engine <name>',
      'built-in, auto, openai-compatible or anthropic; COACH_ variables set a model',
      'built-in',
    )
    .addHelpText('after', formats)
    .action((file: string | undefined, _options: object, command: Command) =>
      run(file, command.optsWithGlobals<Options>()),
    );
}

async function run(file: string | undefined, options: Options): Promise<void> {
  const { calls, agent, contact } = options;
  if ((file === undefined) === (calls === undefined)) {
    throw new CommandError(
      'Name either a transcript or, with --calls, a file of calls. See: debrief coach --help',
    );
  }
  if (calls !== undefined && (agent ?? contact) !== undefined) {
    throw new CommandError(
      '--agent and --contact are for one transcript; with --calls each call has its own',
    );
  }
  const source = file ?? calls ?? '-';
  const input = await openInput(source === '-' ? source : fromUserFolder(source));
  try {
    await (calls === undefined ? coachFile(input, options) : coachCalls(input, options));
  } finally {
    await input.close();
  }
}

async function coachFile(input: Input, options: Options): Promise<void> {
  const request = await requestOfFile(input, options);
  for await (const answer of coach([request], coachOptions(options))) {
    const analysis = analysisOf(answer);
    const { transcript } = request;
    await print(
      options.json === true
        ? JSON.stringify({ analysis, transcript }, null, 2)
        : formatReport(analysis, transcript),
    );
  }
}

async function requestOfFile(input: Input, options: Options): Promise<CoachingRequest> {
  const { category, incoming, occurredAt, timeZone } = defaults(options);
  const text = await readWhole(input);
  try {
    const { transcript: heard, notes } = transcriptOfSpeech(readSpeech(text), options);
    // As of a transcript that is submitted: a report is passed on to others.
    const transcript = { ...heard, segments: removeCardNumbers(heard.segments).map(fitWords) };
    const dated =
      options.occurredAt === undefined
        ? ['No --occurred-at given: days are counted from Monday 5 January 2026.']
        : [];
    for (const note of [...notes, ...dated]) process.stderr.write(`${note}\n`);
    return { id: 'transcript', transcript, category, incoming, ...callTime(occurredAt, timeZone) };
  } catch (error) {
    throw new CommandError(`${input.name}: ${(error as Error).message}`, { cause: error });
  }
}

async function coachCalls(input: Input, options: Options): Promise<void> {
  await checkCalls(input);
  const given = defaults(options);
  async function* requests(): AsyncGenerator<CoachingRequest> {
    for await (const call of readCalls(input)) yield requestOf(call, given);
  }
  for await (const answer of coach(requests(), coachOptions(options))) {
    try {
      const analysis = analysisOf(answer);
      const { id, transcript } = answer.request;
      await print(
        options.json === true ? answer.line : `Call ${id}\n\n${formatReport(analysis, transcript)}\n`,
      );
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // One call that cannot be coached takes none of the others with it.
      process.stderr.write(`debrief: ${error.message}\n`);
      process.exitCode = 1;
    }
  }
}

function defaults({ category, direction, occurredAt = DEFAULT_OCCURRED_AT, timeZone }: Options) {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new CommandError(`--time-zone must be ${textFormats['time-zone']}`);
  }
  try {
    callTime(occurredAt);
  } catch (error) {
    throw new CommandError(`--occurred-at: ${(error as Error).message}`, { cause: error });
  }
  const incoming = direction === undefined ? null : direction === 'inbound';
  return { category: category ?? null, incoming, occurredAt, timeZone };
}

function coachOptions({ engine, rubric }: Options): CoachOptions {
  if (rubric === undefined) return { engine };
  const file = fromUserFolder(rubric);
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return { engine, rubric: isFile ? file : rubric };
}

async function print(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}
