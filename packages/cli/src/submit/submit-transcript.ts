import { createHash } from 'node:crypto';
import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { knownFields } from '@debrief/contracts/known-fields';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { submitTranscript as submitOperation } from '@debrief/contracts/operations/ingest';
import { categoryOf, type Integration } from '@debrief/contracts/resources/access';
import { SubmittedPeople } from '@debrief/contracts/resources/submission';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { openInput, readWhole } from '../coach/read-input.ts';
import { readSpeech } from '../coach/read-speech.ts';
import { transcriptOfSpeech } from '../coach/transcript-of-speech.ts';
import { CommandError } from '../command-error.ts';
import { type CommandContext, fromUserFolder } from '../commands/command-context.ts';
import { type Described, peopleOf, recordingId, timeOf } from './submission.ts';

/** As much as one request may carry: about five hours of talk. */
const TRANSCRIPT_MAX_BYTES = 480 * 1024;

export interface ReadTranscript {
  transcript: Transcript;
  /** Of the text it was read from. */
  digest: string;
  notes: readonly string[];
}

/** @param source a path, or `-` for standard input. @throws CommandError when it is no transcript of two sides. */
export async function readTranscript(source: string, described: Described): Promise<ReadTranscript> {
  const input = await openInput(source === '-' ? source : fromUserFolder(source));
  try {
    const text = await readWhole(input);
    const digest = createHash('sha256').update(text).digest('hex');
    const { transcript, notes } = readAs(input.name, text, described);
    if (Buffer.byteLength(JSON.stringify(transcript)) > TRANSCRIPT_MAX_BYTES)
      throw new CommandError(`${input.name} is too long: at most about five hours of talk`);
    return { transcript, digest, notes };
  } finally {
    await input.close();
  }
}

function readAs(name: string, text: string, people: Pick<Described, 'agent' | 'contact'>) {
  try {
    return transcriptOfSpeech(readSpeech(text), people);
  } catch (error) {
    throw new CommandError(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

type Submitted = Omit<ReadTranscript, 'notes'> & Pick<InputOf<typeof submitOperation>, 'audio'>;

/** Stores a transcript as a recording of its agent and contact, and has it coached. */
export async function submitTranscript(
  { askFor }: Pick<CommandContext, 'askFor'>,
  integration: Integration,
  { transcript, digest, audio }: Submitted,
  described: Described,
): Promise<OutputOf<typeof submitOperation>> {
  const category = categoryOf(integration, described.category);
  if (category === null) {
    const names = integration.categories?.map(({ name }) => name).join(', ');
    throw new CommandError(`There is no category "${described.category}". The integration has: ${names}`);
  }
  const { speakers } = transcript;
  const owner = { integration_id: integration.id, organization_id: integration.organization_id };
  const people = peopleOf(speakers, described);
  const resolved = await askFor(owner, resolveSubmission, knownFields(SubmittedPeople, people));
  const { external_user_id, user_name, external_contact_id, contact_name } = people;
  return askFor(owner, submitOperation, {
    recording_id: recordingId(digest, speakers, described),
    ...{ external_user_id, user_name, external_contact_id, contact_name },
    ...timeOf(described),
    ...resolved,
    ai_category: described.category,
    incoming: described.incoming === true,
    kind: category.kind,
    rubric: category.rubric ?? null,
    transcript,
    ...(audio !== undefined && { audio }),
  });
}
