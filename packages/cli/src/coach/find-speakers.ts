import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import type { SpokenLine } from './spoken-line.ts';

export interface Speaker {
  key: string;
  /** As the file has it. */
  label: string;
  name: string;
  role: SpeakerRole | null;
  said: string;
  words: number;
}

/** Words for a role that stand where a name could. */
const roleWords: Readonly<Record<SpeakerRole, ReadonlySet<string>>> = {
  agent: new Set(
    'agent,rep,representative,sales rep,sales,salesperson,seller,advisor,adviser,consultant,sdr,bdr,ae'.split(
      ',',
    ),
  ),
  contact: new Set('contact,customer,client,prospect,lead,buyer'.split(',')),
};
const letters: Readonly<Record<string, SpeakerRole>> = { a: 'agent', c: 'contact' };

export function findSpeakers(lines: readonly SpokenLine[]): Speaker[] {
  const speakers = new Map<string, Speaker>();
  for (const line of lines) {
    const key = keyOf(line);
    const known = speakers.get(key);
    const words = line.text.split(/\s+/).length;
    if (known === undefined) speakers.set(key, { key, ...labelled(line), said: line.text, words });
    else {
      known.said += ` ${line.text}`;
      known.words += words;
    }
  }
  readLetters([...speakers.values()]);
  return [...speakers.values()];
}

/** Two people of one name are told apart where their roles are known. */
export function keyOf({ name, role }: SpokenLine): string {
  return `${fold(name)}\n${role}`;
}

/** `Agent` and `Maria (agent)` name a role. */
function labelled({ name: label, role }: SpokenLine): Pick<Speaker, 'label' | 'name' | 'role'> {
  const [, name, inBrackets] = /^(.+?)\s*\(([^)]+)\)$/.exec(label) ?? [];
  const said = roleNamed(inBrackets ?? label);
  const bare = said !== null && name === undefined;
  const shown = bare ? (said === 'agent' ? 'Agent' : 'Contact') : said === null ? label : (name ?? label);
  return { label, name: shown, role: role ?? said };
}

function roleNamed(word: string): SpeakerRole | null {
  const folded = fold(word);
  return (['agent', 'contact'] as const).find((role) => roleWords[role].has(folded)) ?? null;
}

/** A and C are agent and contact, but not beside a B. */
function readLetters(speakers: readonly Speaker[]): void {
  const unknown = speakers.filter(({ role }) => role === null);
  if (!unknown.every(({ label }) => Object.hasOwn(letters, fold(label)))) return;
  for (const speaker of unknown) {
    speaker.role = letters[fold(speaker.label)] ?? null;
    speaker.name = speaker.role === 'agent' ? 'Agent' : 'Contact';
  }
}

/** Whether a name means this speaker; a first name is enough. */
export function isCalled({ label, name }: Speaker, wanted: string | undefined): boolean {
  if (wanted === undefined) return false;
  const asked = fold(wanted);
  return [label, name]
    .map(fold)
    .some((one) => one === asked || one === asked.split(' ')[0] || one.split(' ')[0] === asked);
}

export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
