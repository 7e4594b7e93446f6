import { createHash } from 'node:crypto';
import { createKey, revokeKey } from '@debrief/contracts/operations/directory-access';
import type { CreateCall } from '@debrief/contracts/resources/submission';
import { isHttpUrl } from '@debrief/contracts/text';
import type { Command } from 'commander';
import { ApiClient } from '../api/api-client.ts';
import { assertReadable, digestOf, durationOf, withDownload } from '../api/audio-file.ts';
import { serveFile } from '../api/serve-file.ts';
import { coachRecording } from '../report/coach-recording.ts';
import { formatReport } from '../report/format-report.ts';
import { type CommandContext, fromUserFolder, withContext } from './command-context.ts';
import { integrationOf } from './integration-of.ts';

interface SubmitOptions {
  integration?: string;
  category: string;
  agent: string;
  contact: string;
  incoming?: boolean;
}

const KEY_LIFETIME_MS = 3600 * 1000;

export function addSubmit(program: Command): void {
  program
    .command('submit')
    .description('coach a recording on this machine and print the report')
    .argument('<file or URL>', 'MP3, WAV, M4A or OGG')
    .option('--integration <id>', 'integration it belongs to; needed when there are several')
    .option('--category <name>', 'coaching category', 'sales')
    .option('--agent <name>', 'name of the agent', 'Agent')
    .option('--contact <name>', 'name of the contact', 'Contact')
    .option('--incoming', 'the contact called the agent, not the other way round')
    .action((source: string, options: SubmitOptions, command: Command) =>
      withContext(command, (context) => submit(source, options, context)),
    );
}

async function submit(source: string, options: SubmitOptions, context: CommandContext): Promise<void> {
  const isUrl = isHttpUrl(source);
  if (isUrl) {
    const { duration, digest } = await withDownload(source, async (path) => ({
      duration: await durationOf(path),
      digest: await digestOf(path),
    }));
    await coach(submissionOf(source, duration, digest, options), options, context);
    return;
  }
  const path = fromUserFolder(source);
  await assertReadable(path);
  const duration = await durationOf(path);
  const server = await serveFile(path);
  try {
    await coach(submissionOf(server.url, duration, await digestOf(path), options), options, context);
  } finally {
    server.close();
  }
}

/** The same recording with the same names gets the same id, so that it is coached only once. */
function submissionOf(url: string, duration: number, digest: string, options: SubmitOptions): CreateCall {
  const person = (name: string) => createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 16);
  const parts = [digest, options.agent, options.contact, options.category, String(options.incoming === true)];
  return {
    recording_id: `cli-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}`,
    recording_url: url,
    duration_seconds: duration,
    ai_category: options.category,
    external_user_id: `cli-${person(options.agent)}`,
    user_name: options.agent,
    user_email: `${person(options.agent)}@cli.invalid`,
    external_contact_id: `cli-${person(options.contact)}`,
    contact_name: options.contact,
    incoming: options.incoming === true,
  };
}

async function coach(submission: CreateCall, options: SubmitOptions, context: CommandContext): Promise<void> {
  const key = await context.ask(createKey, {
    integration_id: (await integrationOf(context, options.integration)).id,
    name: 'debrief submit',
    access: 'read-write',
    expires_at: new Date(Date.now() + KEY_LIFETIME_MS).toISOString(),
  });
  try {
    const api = new ApiClient(await context.apiUrl(), key.key);
    const { analysis, transcript } = await coachRecording(api, submission);
    const output = context.json
      ? JSON.stringify({ analysis, transcript }, null, 2)
      : formatReport(analysis, transcript);
    process.stdout.write(`${output}\n`);
  } finally {
    await context.ask(revokeKey, { id: key.id });
  }
}
