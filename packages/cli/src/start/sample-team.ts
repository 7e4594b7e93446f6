import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import type { Described } from '../submit/submission.ts';
import { projectFolder } from './apps.ts';

const folder = path.join(projectFolder, 'samples/sales-team');
/** Where the sample's agents work. */
const TIME_ZONE = 'America/Chicago';
const DAY_MS = 86_400_000;

interface ListedCall {
  file: string;
  agent: string;
  agent_id: string;
  contact: string;
  /** 1 is the last week that has ended. */
  weeks_ago: number;
  /** 1 is Monday. */
  weekday: number;
  /** `15:10`, in UTC. */
  time: string;
  incoming?: boolean;
  /** Of flite, for a call that can be heard. */
  voices?: Voices;
}

type Voices = Record<SpeakerRole, string>;

export interface TeamCall {
  /** Absolute path of its transcript. */
  readonly file: string;
  readonly described: Described & Required<Pick<Described, 'agent' | 'contact' | 'agentId' | 'occurredAt'>>;
  /** Null for most: they are text alone. */
  readonly sound: TeamSound | null;
}

/** As it is kept for listening: `samples/make-sample.ts` makes it. */
export interface TeamSound {
  readonly file: string;
  /** JSON with what a player is told of it. */
  readonly about: string;
  readonly voices: Voices;
}

/** What one of the agents answered to an agenda: to each question, by the words of its moment. */
export interface SampleAnswers {
  agent_id: string;
  weeks_ago: number;
  commitment: string;
  answers: { quote: string; answer: string }[];
}

export function sampleAnswers(): SampleAnswers {
  return JSON.parse(readFileSync(path.join(folder, 'answers.json'), 'utf8')) as SampleAnswers;
}

/** The calls of the sample's three agents, the last week of which begins on `monday`, as `2026-11-09`. */
export function sampleTeam(monday: string): TeamCall[] {
  const list = JSON.parse(readFileSync(path.join(folder, 'calls.json'), 'utf8')) as ListedCall[];
  return list.map(({ file, agent, agent_id, contact, weeks_ago, weekday, time, incoming, voices }) => ({
    file: path.join(folder, file),
    described: {
      ...{ agent, contact, agentId: agent_id, category: 'sales', timeZone: TIME_ZONE },
      agentEmail: `${agent.toLowerCase().replace(' ', '.')}@sunrise-energy.example`,
      occurredAt: `${addDays(monday, (1 - weeks_ago) * 7 + weekday - 1)}T${time}:00.000Z`,
      incoming: incoming === true,
    },
    sound: voices === undefined ? null : soundOf(path.join(folder, file), voices),
  }));
}

function soundOf(transcript: string, voices: Voices): TeamSound {
  const base = transcript.replace(/\.txt$/, '');
  return { file: `${base}.webm`, about: `${base}.sound.json`, voices };
}

/** The Monday of the last week that had ended at `now`, in UTC. */
export function lastMonday(now: Date): string {
  return addDays(now.toISOString().slice(0, 10), -((now.getUTCDay() + 6) % 7) - 7);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
