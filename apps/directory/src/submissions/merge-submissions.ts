import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import type { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { uuidv7 } from 'uuidv7';
import { foldCase, phoneDigits } from '../match-keys.ts';

/**
 * The user that a batch names by one external id of one integration. A new user gets name and e-mail of the first item
 * that names it, and the time zone and picture that were given last.
 */
export interface MergedAgent {
  integration_id: string;
  external_user_id: string;
  /** The id of the user if one is created. */
  candidate_id: string;
  name: string;
  name_key: string;
  email: string;
  email_key: string;
  timezone: string | null;
  /** The item that gave it. Two external ids may turn out to be one user, and then the later item wins. */
  timezone_ord: number;
  picture: string | null;
  picture_ord: number;
}

/** One external contact id of one integration, with the last value given for each field; null where none was given. */
export interface MergedContact {
  integration_id: string;
  external_contact_id: string;
  candidate_id: string;
  name: string;
  name_key: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  phone_digits: string | null;
  emails: string[] | null;
  email_keys: string[] | null;
  stage: string | null;
  stage_id: string | null;
  source: string | null;
  source_id: string | null;
  tags: string[] | null;
}

export interface MergedSubmissions {
  agents: MergedAgent[];
  contacts: MergedContact[];
  items: MergedItem[];
}

/** The positions, from 1, of an item's agent and contact in the lists, and the last stage given up to this item. */
export interface MergedItem {
  agent: number;
  contact: number;
  stage: string | null;
  stage_id: string | null;
}

interface Submission {
  caller: Pick<IntegrationCaller, 'integration_id'>;
  input: InputOf<typeof resolveSubmission>;
}

/**
 * Lists each person of a batch once, because an upsert cannot touch a row twice. Items apply in order, so the outcome
 * is that of resolving them one after the other.
 */
export function mergeSubmissions(submissions: readonly Submission[]): MergedSubmissions {
  const agents = new Map<string, Entry<MergedAgent>>();
  const contacts = new Map<string, Entry<MergedContact>>();
  const items = submissions.map(({ caller, input }, index) => {
    // UUIDs have one length, so that scope and id together are unambiguous.
    const scope = caller.integration_id.toLowerCase();
    const agent = entryOf(agents, scope + input.external_user_id, () => newAgent(scope, input));
    setProfile(agent.value, input, index);
    const contact = entryOf(contacts, scope + input.external_contact_id, () => newContact(scope, input));
    setFields(contact.value, input);
    const { stage, stage_id } = contact.value;
    return { agent: agent.ord, contact: contact.ord, stage, stage_id };
  });
  return {
    agents: Array.from(agents.values(), ({ value }) => value),
    contacts: Array.from(contacts.values(), ({ value }) => value),
    items,
  };
}

interface Entry<T> {
  ord: number;
  value: T;
}

/** The entry of a key, created when the key is new. */
function entryOf<T>(entries: Map<string, Entry<T>>, key: string, create: () => T): Entry<T> {
  const entry = entries.get(key) ?? { ord: entries.size + 1, value: create() };
  entries.set(key, entry);
  return entry;
}

/** An agent without time zone and picture. */
export function newAgent(
  integrationId: string,
  input: Pick<Submission['input'], 'external_user_id' | 'user_name' | 'user_email'>,
): MergedAgent {
  return {
    integration_id: integrationId,
    external_user_id: input.external_user_id,
    candidate_id: uuidv7(),
    name: input.user_name,
    name_key: foldCase(input.user_name),
    email: input.user_email,
    email_key: foldCase(input.user_email),
    timezone: null,
    timezone_ord: 0,
    picture: null,
    picture_ord: 0,
  };
}

function setProfile(agent: MergedAgent, input: Submission['input'], ord: number): void {
  if (input.user_timezone != null) {
    agent.timezone = input.user_timezone;
    agent.timezone_ord = ord;
  }
  if (input.user_picture != null) {
    agent.picture = input.user_picture;
    agent.picture_ord = ord;
  }
}

function newContact(integrationId: string, input: Submission['input']): MergedContact {
  return {
    integration_id: integrationId,
    external_contact_id: input.external_contact_id,
    candidate_id: uuidv7(),
    name: input.contact_name,
    name_key: '',
    first_name: null,
    last_name: null,
    phone: null,
    phone_digits: null,
    emails: null,
    email_keys: null,
    stage: null,
    stage_id: null,
    source: null,
    source_id: null,
    tags: null,
  };
}

function setFields(contact: MergedContact, input: Submission['input']): void {
  contact.name = input.contact_name;
  contact.name_key = foldCase(input.contact_name);
  contact.first_name = input.contact_first_name ?? contact.first_name;
  contact.last_name = input.contact_last_name ?? contact.last_name;
  if (input.contact_phone != null) {
    contact.phone = input.contact_phone;
    contact.phone_digits = phoneDigits(input.contact_phone);
  }
  if (input.contact_emails != null) {
    contact.emails = input.contact_emails;
    contact.email_keys = input.contact_emails.map(foldCase);
  }
  contact.stage = input.contact_stage ?? contact.stage;
  contact.stage_id = input.contact_stage_id ?? contact.stage_id;
  contact.source = input.contact_source ?? contact.source;
  contact.source_id = input.contact_source_id ?? contact.source_id;
  contact.tags = input.contact_tags ?? contact.tags;
}
