import { listRecordings, retryRecording } from '@debrief/contracts/operations/ingest-queue';
import { RecordingStatus } from '@debrief/contracts/resources/call';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { withContext } from './command-context.ts';
import { printRecord, printRows } from './print.ts';

const LISTED_MAX = 1000;

export function addRecordings(program: Command): void {
  const recordings = program
    .command('recordings')
    .description('recordings and the state of their processing');

  recordings
    .command('list')
    .description(`list up to ${LISTED_MAX} recordings, newest first`)
    .option(
      '--status <status>',
      'only those that are QUEUED, DOWNLOADING, TRANSCRIBING, ANALYZING, COMPLETED or FAILED',
    )
    .option('--integration <id>', 'only those of this integration')
    .action((options: { status?: string; integration?: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { data } = await ask(listRecordings, {
          limit: LISTED_MAX,
          ...(options.status !== undefined && { status: statusOf(options.status) }),
          ...(options.integration !== undefined && { integration_id: options.integration }),
        });
        const rows = data.map((recording) => ({ ...recording, reason: recording.error?.message ?? null }));
        const columns = [
          'id',
          'external_recording_id',
          'status',
          'progress',
          'attempt',
          'waits_for',
          'created_date',
          'reason',
        ];
        printRows(json ? data : rows, columns, json);
      }),
    );

  recordings
    .command('retry')
    .description('begin a new attempt at once, of a FAILED recording or one that is on its way')
    .argument('<id>', 'recording that is not COMPLETED')
    .addHelpText(
      'after',
      '\nEnds what runs of it, and forgets earlier failures. A recording that only lacks its analysis keeps its transcript. COMPLETED ones are judged again by "analyses rerun".',
    )
    .action((id: string, _options: object, command: Command) =>
      withContext(command, async ({ ask, json }) => printRecord(await ask(retryRecording, { id }), json)),
    );
}

function statusOf(text: string): RecordingStatus {
  const status = text.toUpperCase();
  if (Value.Check(RecordingStatus, status)) return status;
  throw new CommandError(
    `Invalid --status "${text}". Use QUEUED, DOWNLOADING, TRANSCRIBING, ANALYZING, COMPLETED or FAILED.`,
  );
}
