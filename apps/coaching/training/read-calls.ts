import { type Act, acts } from '../src/engines/conversation/acts.ts';
import { type Disposition, dispositions, qualities, styles } from './labels.ts';

/** `isDoubted`: of two who labelled it, one alone saw it do this. */
export interface LabelledAct {
  act: Act;
  what: string | null;
  isDoubted?: true;
}

/** A sentence or a clause, and what it does. */
export interface Stretch {
  text: string;
  acts: LabelledAct[];
  /** What a manager would praise here, or take up with the agent. */
  moment: { isPraise: boolean; why: string } | null;
}

export interface LabelledTurn {
  speaker: 'agent' | 'contact';
  stretches: Stretch[];
}

/** A time that two people agreed on. */
export interface AgreedTime {
  words: string;
  /** Local time without a zone, a date alone where no hour was agreed, or null. */
  at: string | null;
  /** Index of the turn in which it became fixed. */
  turn: number;
}

/** Words of the call as they were said, and the index of their turn. */
export interface Span {
  turn: number;
  text: string;
}

/** What a summary of a call is to show: each `about` is a noun phrase that could stand after "called about". */
export type KeyWords = Record<(typeof keys)[number], Span[]>;
export const keys = ['about', 'wants', 'obstacle', 'ending'] as const;

export interface LabelledCall {
  id: string;
  trade: string;
  direction: 'inbound' | 'outbound';
  agent: string;
  contact: string;
  date: string;
  disposition: Disposition;
  also: Disposition[];
  appointment: AgreedTime | null;
  callback: AgreedTime | null;
  hasNextStep: boolean;
  quality: (typeof qualities)[number];
  style: (typeof styles)[number];
  key: KeyWords;
  turns: LabelledTurn[];
}

const known = new Set<string>(acts);
/** The text of a promise or a request may hold commas: only one before another act separates. */
const separator = new RegExp(`,\\s*(?=(?:${acts.join('|')})\\b)`);

/** Reads a file of labelled calls. @throws naming the call and the line that breaks the format. */
export function readCalls(text: string): LabelledCall[] {
  return text
    .split(/^(?==== )/m)
    .filter((part) => part.trim() !== '')
    .map(readCall);
}

/** A few turns cut out of a call, to show more ways to do what calls rarely hold. */
export type Excerpt = Pick<LabelledCall, 'id' | 'trade' | 'direction' | 'turns'>;

/** Reads a file of excerpts: `=== x01-001 outbound roofing`, then turns as in calls. */
export function readExcerpts(text: string): Excerpt[] {
  return text
    .split(/^(?==== )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [first = '', ...lines] = part.trim().split('\n');
      const [, id = '', direction = '', trade = ''] = first.split(/\s+/);
      try {
        const turns = lines.filter((line) => line.trim() !== '').map(readTurn);
        return { id, trade, direction: oneOf(['inbound', 'outbound'] as const, direction), turns };
      } catch (cause) {
        throw new Error(`${id}: ${(cause as Error).message}`, { cause });
      }
    });
}

function readCall(text: string): LabelledCall {
  const [head = '', body = ''] = text.split(/^---$/m);
  const [first = '', ...lines] = head.trim().split('\n');
  const id = first.replace('=== ', '').trim();
  try {
    const fields = new Map(lines.map((line) => splitOnce(line, ':')));
    const get = (name: string): string => {
      const value = fields.get(name);
      if (value === undefined) throw new Error(`the header "${name}" is missing`);
      return value;
    };
    const turns = body
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(readTurn);
    return {
      id,
      trade: get('trade'),
      direction: oneOf(['inbound', 'outbound'] as const, get('direction')),
      agent: get('agent'),
      contact: get('contact'),
      date: get('date'),
      disposition: oneOf(dispositions, get('disposition')),
      also: (fields.get('also') ?? '')
        .split(/,\s*/)
        .flatMap((label) => (label === '' ? [] : oneOf(dispositions, label))),
      appointment: readTime(fields.get('appointment'), turns.length),
      callback: readTime(fields.get('callback'), turns.length),
      hasNextStep: oneOf(['yes', 'no'] as const, get('next_step')) === 'yes',
      quality: oneOf(qualities, get('quality')),
      style: oneOf(styles, get('style')),
      key: readKeys(lines, turns),
      turns,
    };
  } catch (cause) {
    throw new Error(`${id}: ${(cause as Error).message}`, { cause });
  }
}

function readTurn(line: string): LabelledTurn {
  const [, letter, body = ''] = /^([AC]): (.*)$/.exec(line.trim()) ?? [];
  if (letter === undefined) throw new Error(`not a turn: "${line}"`);
  const stretches: Stretch[] = [];
  let end = 0;
  for (const match of body.matchAll(/([^{}]*)\{([^}]*)\}/g)) {
    const [whole, text = '', label = ''] = match;
    end = match.index + whole.length;
    const last = stretches.at(-1);
    if (/^[+-]\s/.test(label) && text.trim() === '' && last !== undefined) {
      last.moment = { isPraise: label.startsWith('+'), why: label.slice(1).trim() };
    } else stretches.push({ text: text.trim(), acts: label.split(separator).map(readAct), moment: null });
  }
  if (body.slice(end).trim() !== '' || stretches.some(({ text }) => text === '')) {
    throw new Error(`text without acts, or acts without text: "${line}"`);
  }
  return { speaker: letter === 'A' ? 'agent' : 'contact', stretches };
}

function readAct(label: string): LabelledAct {
  const text = label.trim();
  const doubted = text.endsWith('?') ? text.slice(0, -1) : '';
  if (known.has(doubted)) return { act: doubted as Act, what: null, isDoubted: true };
  if (known.has(text)) return { act: text as Act, what: null };
  const [name, what] = splitOnce(text, ':');
  if (!known.has(name)) throw new Error(`"${text}" is not an act`);
  return { act: name as Act, what };
}

function readTime(value: string | undefined, turns: number): AgreedTime | null {
  if (value === undefined) return null;
  const [words = '', at = '', turn = ''] = value.split('|').map((part) => part.trim());
  const isInstant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(at);
  if (!isInstant && at !== '?') throw new Error(`"${at}" is not a local time`);
  return { words, at: isInstant ? at : null, turn: readIndex(turn, turns) };
}

/** The index of a turn; without digits it would pass as the first. */
function readIndex(turn: string, turns: number): number {
  if (!/^\d+$/.test(turn) || Number(turn) >= turns) throw new Error(`turn "${turn}" does not exist`);
  return Number(turn);
}

/** A key may stand several times: each line is as good as the other. */
function readKeys(lines: readonly string[], turns: readonly LabelledTurn[]): KeyWords {
  const found: KeyWords = { about: [], wants: [], obstacle: [], ending: [] };
  for (const [name, value] of lines.map((line) => splitOnce(line, ':'))) {
    const key = keys.find((one) => one === name);
    if (key === undefined) continue;
    const [index, text] = splitOnce(value, '|');
    const turn = readIndex(index, turns.length);
    const said = turns[turn]?.stretches.map((stretch) => stretch.text).join(' ');
    if (text === '' || said?.includes(text) !== true) {
      throw new Error(`turn ${turn} does not say "${text}"`);
    }
    found[key].push({ turn, text });
  }
  return found;
}

function oneOf<T extends string>(allowed: readonly T[], value: string): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new Error(`"${value}" is not one of ${allowed.join(', ')}`);
  return found;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
