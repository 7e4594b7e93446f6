import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import type { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { uuidv7 } from 'uuidv7';
import { foldCase, phoneDigits } from '../match-keys.ts';

/** One external user id of one integration. Of several items that name it the first says who a new user is. */
export interface Agent {
  integration_id: string;
  external_user_id: string;
  /** The user's id should one be created. */
  candidate_id: string;
  name: string;
  name_key: string;
  email: string;
  email_key: string;
  timezone: string | null;
  /** Ordinal of the item that gave it: two external ids may turn out to be one user, and the later item wins. */
  timezone_ord: number;
  picture: string | null;
  picture_ord: number;
}

/** One external contact id of one integration with the last value given for each field; null where none was. */
export interface Contact {
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
  agents: Agent[];
  contacts: Contact[];
  items: MergedItem[];
}

/** The ordinals, from 1, of an item's agent and contact in the lists, and the contact's stage as given up to it. */
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
 * Each person of a batch once, because one upsert cannot name a row twice.
 * Items count in their order, so the outcome is that of resolving them one after the other.
 */
export function mergeSubmissions(submissions: readonly Submission[]): MergedSubmissions {
  const agents = new Map<string, { ord: number; agent: Agent }>();
  const contacts = new Map<string, { ord: number; contact: Contact }>();
  const items = submissions.map(({ caller, input }, index) => {
    // UUIDs have one length, so that no other pair can make the same text.
    const scope = caller.integration_id.toLowerCase();
    const agentKey = scope + input.external_user_id;
    const known = agents.get(agentKey) ?? { ord: agents.size + 1, agent: newAgent(scope, input) };
    agents.set(agentKey, known);
    setProfile(known.agent, input, index);
    const contactKey = scope + input.external_contact_id;
    const { ord, contact } = contacts.get(contactKey) ?? {
      ord: contacts.size + 1,
      contact: newContact(scope, input),
    };
    contacts.set(contactKey, { ord, contact });
    setFields(contact, input);
    return { agent: known.ord, contact: ord, stage: contact.stage, stage_id: contact.stage_id };
  });
  return {
    agents: Array.from(agents.values(), ({ agent }) => agent),
    contacts: Array.from(contacts.values(), ({ contact }) => contact),
    items,
  };
}

/** An agent of whom only id, name and e-mail are known. */
export function newAgent(
  integrationId: string,
  input: Pick<Submission['input'], 'external_user_id' | 'user_name' | 'user_email'>,
): Agent {
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

function setProfile(agent: Agent, input: Submission['input'], ord: number): void {
  if (input.user_timezone != null) {
    agent.timezone = input.user_timezone;
    agent.timezone_ord = ord;
  }
  if (input.user_picture != null) {
    agent.picture = input.user_picture;
    agent.picture_ord = ord;
  }
}

function newContact(integrationId: string, input: Submission['input']): Contact {
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

function setFields(contact: Contact, input: Submission['input']): void {
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
