import { createKey, revokeKey } from '@debrief/contracts/operations/directory-access';
import type { Integration } from '@debrief/contracts/resources/access';
import type { CreateCall } from '@debrief/contracts/resources/submission';
import { isHttpUrl } from '@debrief/contracts/text';
import type { Command } from 'commander';
import { ApiClient } from '../api/api-client.ts';
import { assertReadable, digestOf, durationOf, withDownload } from '../api/audio-file.ts';
import { serveFile } from '../api/serve-file.ts';
import { CommandError } from '../command-error.ts';
import { awaitCoaching, coachRecording } from '../report/coach-recording.ts';
import { formatReport } from '../report/format-report.ts';
import { type Described, peopleOf, recordingId, timeOf } from '../submit/submission.ts';
import { readTranscript, submitTranscript } from '../submit/submit-transcript.ts';
import { type CommandContext, fromUserFolder, withContext } from './command-context.ts';
import { integrationOf } from './integration-of.ts';

interface SubmitOptions extends Described {
  integration?: string;
  transcript?: string;
  wait: boolean;
}

const KEY_LIFETIME_MS = 3600 * 1000;

const transcripts = `
--transcript takes what "debrief coach" takes: WebVTT, SRT, the JSON of a transcript, or lines such as "Maria: Hello";
"-" is standard input. It becomes a call of its agent and contact without audio. --agent and --contact then name the
speakers, where the labels do not say who is who.

The same recording or transcript with the same names, category, direction and time is coached only once.`;

export function addSubmit(program: Command): void {
  program
    .command('submit')
    .description('coach a recording or a transcript on this machine and print the report')
    .argument('[file or URL]', 'MP3, WAV, M4A or OGG')
    .option('--transcript <file>', 'store and coach this transcript instead of a recording')
    .option('--integration <id>', 'integration it belongs to; needed when there are several')
    .option('--category <name>', 'coaching category', 'sales')
    .option('--agent <name>', 'name of the agent')
    .option('--contact <name>', 'name of the contact')
    .option('--agent-id <id>', "client's own id of the agent; made from the name when absent")
    .option('--contact-id <id>', "client's own id of the contact; made from the name when absent")
    .option('--incoming', 'the contact called the agent, not the other way round')
    .option(
      '--occurred-at <time>',
      'when it took place, as 2026-11-20 or 2026-11-20T15:00:00Z; now when absent',
    )
    .option('--time-zone <zone>', 'where the agent is, as Europe/Berlin: days are counted there')
    .option('--no-wait', 'print its call_event_id and do not wait for the report; for transcripts')
    .addHelpText('after', transcripts)
    .action((source: string | undefined, options: SubmitOptions, command: Command) =>
      withContext(command, (context) => submit(source, options, context)),
    );
}

async function submit(
  source: string | undefined,
  options: SubmitOptions,
  context: CommandContext,
): Promise<void> {
  if ((source === undefined) === (options.transcript === undefined)) {
    throw new CommandError(
      'Name either a recording or, with --transcript, a transcript. See: debrief submit --help',
    );
  }
  timeOf(options);
  if (options.transcript !== undefined) return submitText(options.transcript, options, context);
  if (!options.wait)
    throw new CommandError('--no-wait is for transcripts: a recording is served from here until it is read');
  return submitAudio(source ?? '', options, context);
}

async function submitText(file: string, options: SubmitOptions, context: CommandContext): Promise<void> {
  const read = await readTranscript(file, options);
  for (const note of read.notes) process.stderr.write(`${note}\n`);
  const integration = await integrationOf(context, options.integration);
  const { call_event_id } = await submitTranscript(context, integration, read, options);
  if (options.wait) await withApi(integration, context, (api) => awaitCoaching(api, call_event_id));
  else process.stdout.write(`${context.json ? JSON.stringify({ call_event_id }) : call_event_id}\n`);
}

async function submitAudio(source: string, options: SubmitOptions, context: CommandContext): Promise<void> {
  const integration = await integrationOf(context, options.integration);
  const coach = (url: string, duration: number, digest: string) => {
    const submission = submissionOf(url, duration, digest, options);
    return withApi(integration, context, (api) => coachRecording(api, submission));
  };
  if (isHttpUrl(source)) {
    const { duration, digest } = await withDownload(source, async (path) => ({
      duration: await durationOf(path),
      digest: await digestOf(path),
    }));
    return coach(source, duration, digest);
  }
  const path = fromUserFolder(source);
  await assertReadable(path);
  const duration = await durationOf(path);
  const server = await serveFile(path);
  try {
    await coach(server.url, duration, await digestOf(path));
  } finally {
    server.close();
  }
}

function submissionOf(url: string, duration: number, digest: string, options: SubmitOptions): CreateCall {
  const { agent = 'Agent', contact = 'Contact' } = options;
  return {
    recording_id: recordingId(digest, { agent, contact }, options),
    recording_url: url,
    duration_seconds: duration,
    ...peopleOf({ agent, contact }, options),
    ...timeOf(options),
    ai_category: options.category,
    incoming: options.incoming === true,
  };
}

/** Prints what a client of the REST API gets, under a key for this command alone. */
async function withApi(
  integration: Integration,
  context: CommandContext,
  coached: (api: ApiClient) => ReturnType<typeof awaitCoaching>,
): Promise<void> {
  const key = await context.ask(createKey, {
    integration_id: integration.id,
    name: 'debrief submit',
    access: 'read-write',
    expires_at: new Date(Date.now() + KEY_LIFETIME_MS).toISOString(),
  });
  try {
    const { analysis, transcript } = await coached(new ApiClient(await context.apiUrl(), key.key));
    const output = context.json
      ? JSON.stringify({ analysis, transcript }, null, 2)
      : formatReport(analysis, transcript);
    process.stdout.write(`${output}\n`);
  } finally {
    await context.ask(revokeKey, { id: key.id });
  }
}
