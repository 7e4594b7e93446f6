import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import { findSpeakers, fold, isCalled, keyOf, type Speaker } from './find-speakers.ts';
import type { SpokenLine } from './spoken-line.ts';

export interface NamedPeople {
  agent?: string | undefined;
  contact?: string | undefined;
}

export interface Roles {
  agent: string;
  contact: string;
  /** Who says a line: the role, and the name to show. */
  of(line: SpokenLine): { role: SpeakerRole; speaker: string };
  /** How it is known; a guess is to be printed. */
  method: string;
  notes: string[];
}

/**
 * Who is the agent: whom the options name, else what the labels say (`Agent`, `C`, `Maria (agent)`), else who gives
 * their own name or company first. @throws naming the speakers found and what to pass.
 */
export function assignRoles(
  lines: readonly SpokenLine[],
  people: NamedPeople,
  silent: NamedPeople = {},
): Roles {
  const speakers = findSpeakers(lines);
  const method = byOptions(speakers, people) ?? byLabels(speakers) ?? byIntroduction(speakers, people);
  if (method === null) throw new Error(unknown(speakers, people));
  const agent = displayName('agent', speakers, people.agent, silent.agent);
  const contact = displayName('contact', speakers, people.contact, silent.contact);
  const shown = new Map(
    speakers.map((speaker) => {
      const role = speaker.role ?? 'contact';
      const main = role === 'agent' ? agent : contact;
      return [speaker.key, { role, speaker: speaker === mainOf(role, speakers) ? main : speaker.name }];
    }),
  );
  const contacts = speakers.filter(({ role }) => role === 'contact').map(({ name }) => name);
  const notes = [
    ...(method === 'introduction'
      ? [`Taking ${agent} for the agent, by how they introduce themselves; if not, add --agent NAME.`]
      : []),
    ...(contacts.length > 1 ? [`On the contact's side: ${contacts.join(', ')}.`] : []),
  ];
  return {
    agent,
    contact,
    of: (line) => shown.get(keyOf(line)) ?? { role: 'contact', speaker: contact },
    method,
    notes,
  };
}

/** Sets the roles when an option names a speaker. */
function byOptions(speakers: readonly Speaker[], { agent, contact }: NamedPeople): 'options' | null {
  const agents = speakers.filter((speaker) => isCalled(speaker, agent));
  const contacts = speakers.filter((speaker) => isCalled(speaker, contact));
  const [named] = agents;
  if (named !== undefined && agents.length === 1) {
    for (const speaker of speakers) speaker.role = speaker === named ? 'agent' : 'contact';
    return 'options';
  }
  const others = speakers.filter((speaker) => !contacts.includes(speaker));
  if (agent !== undefined && others.length > 0 && speakers.length > 1) return null;
  // Only the contact is named, or somebody who never speaks: a single other voice is the agent's.
  if (contact === undefined || others.length !== 1 || speakers.some(({ role }) => role !== null)) return null;
  for (const speaker of speakers) speaker.role = others.includes(speaker) ? 'agent' : 'contact';
  return 'options';
}

function byLabels(speakers: readonly Speaker[]): 'labels' | null {
  const unknown = speakers.filter(({ role }) => role === null);
  if (unknown.length === speakers.length) return null;
  if (speakers.some(({ role }) => role === 'agent')) {
    for (const speaker of unknown) speaker.role = 'contact';
    return 'labels';
  }
  if (unknown.length > 1) return null;
  for (const speaker of unknown) speaker.role = 'agent';
  return 'labels';
}

const opening = [
  /\b(?:calling|call) (?:from|with|about|on behalf|regarding)\b/,
  /\bhow (?:can|may) i help\b/,
  /\bthank(?:s| you) for calling\b/,
  /\b(?:this is|i'm|i am|it's|my name is|my name's) (?:\w+ ){0,2}(?:from|with|at|over at)\b/,
];
const OPENING_WORDS = 60;

/** Sets the roles by who says their own name and their company, when exactly one does so most. */
function byIntroduction(speakers: readonly Speaker[], people: NamedPeople): 'introduction' | null {
  // Whoever gave names expects to find them.
  if (people.agent !== undefined || people.contact !== undefined) return null;
  const points = speakers.map(({ name, said }) => {
    const words = said
      .toLowerCase()
      .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
      .split(/\s+/)
      .slice(0, OPENING_WORDS);
    const text = words.join(' ');
    const first = fold(name).split(' ')[0] ?? '';
    const own = ['this is', "i'm", 'i am', "it's", 'my name is', "my name's"].some((start) =>
      `${text} `.includes(`${start} ${first} `),
    );
    return opening.filter((pattern) => pattern.test(text)).length * 2 + (own ? 1 : 0);
  });
  const most = Math.max(...points);
  if (most === 0 || points.filter((count) => count === most).length > 1) return null;
  speakers.forEach((speaker, index) => {
    speaker.role = points[index] === most ? 'agent' : 'contact';
  });
  return 'introduction';
}

/** The longer of what the option and the file call somebody: `--agent Maria` and `Maria Lopez:` is Maria Lopez. */
function displayName(
  role: SpeakerRole,
  speakers: readonly Speaker[],
  asked: string | undefined,
  silent: string | undefined,
): string {
  const main = mainOf(role, speakers);
  if (main === undefined) return asked ?? silent ?? (role === 'agent' ? 'Agent' : 'Contact');
  if (asked === undefined || asked === main.label) return main.name;
  return isCalled(main, asked) && main.name.length >= asked.length ? main.name : asked;
}

/** Who of a role says most. */
function mainOf(role: SpeakerRole, speakers: readonly Speaker[]): Speaker | undefined {
  return speakers.filter((one) => one.role === role).toSorted((a, b) => b.words - a.words)[0];
}

function unknown(speakers: readonly Speaker[], { agent, contact }: NamedPeople): string {
  const names = speakers.map(({ label }) => `"${label}"`).join(', ');
  const missing = agent ?? contact;
  const fault = missing === undefined ? 'cannot tell who is the agent' : `no speaker is called "${missing}"`;
  return `${fault}. Speakers: ${names}. Add --agent with one of them`;
}
