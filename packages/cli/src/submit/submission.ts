import { createHash } from 'node:crypto';
import { callTime } from '@debrief/contracts/scripted-call';
import { isTimeZone, parseInstant, formats as textFormats } from '@debrief/contracts/text';
import { CommandError } from '../command-error.ts';

/** What a command says of a call besides its words. */
export interface Described {
  category: string;
  agent?: string;
  contact?: string;
  agentId?: string;
  agentEmail?: string;
  contactId?: string;
  incoming?: boolean;
  occurredAt?: string;
  timeZone?: string;
}

export interface Names {
  agent: string;
  contact: string;
}

const DAY_MS = 86_400_000;

/** The same words of the same people get the same id, so that they are coached only once. */
export function recordingId(digest: string, { agent, contact }: Names, described: Described): string {
  const { category, incoming, occurredAt } = described;
  const parts = [digest, agent, contact, category, String(incoming === true)];
  if (occurredAt !== undefined) parts.push(occurredAt);
  return `cli-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}`;
}

/** The agent and the contact as a submission names them: the same names are the same people. */
export function peopleOf({ agent, contact }: Names, { agentId, agentEmail, contactId, timeZone }: Described) {
  const agentKey = hashOf(agentId ?? agent.toLowerCase());
  return {
    external_user_id: agentId ?? `cli-${agentKey}`,
    user_name: agent,
    user_email: agentEmail ?? `${agentKey}@cli.invalid`,
    external_contact_id: contactId ?? `cli-${hashOf(contact.toLowerCase())}`,
    contact_name: contact,
    ...(timeZone === undefined ? {} : { user_timezone: timeZone }),
  };
}

/** @throws CommandError when it is no time, or one that is still to come. */
export function timeOf({ occurredAt, timeZone }: Described): { occurred_at?: string } {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new CommandError(`--time-zone must be ${textFormats['time-zone']}`);
  }
  if (occurredAt === undefined) return {};
  try {
    const { occurred_at } = callTime(occurredAt, timeZone);
    if ((parseInstant(occurred_at)?.getTime() ?? 0) > Date.now() + DAY_MS) {
      throw new Error('it must not be more than a day in the future');
    }
    return { occurred_at };
  } catch (error) {
    throw new CommandError(`--occurred-at: ${(error as Error).message}`, { cause: error });
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
