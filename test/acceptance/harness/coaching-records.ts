import { randomUUID } from 'node:crypto';
import { withDatabase } from './database.ts';
import type { Debrief } from './debrief.ts';

/**
 * Periods, agendas and signals come from generation, which takes weeks of calls. These write what generation would
 * store, straight into the coaching service's tables; what is tested is how it is read.
 */
export interface CoachingRecords {
  insertPeriod(integrationId: string, given?: Partial<PeriodRecord>): Promise<string>;
  /** As when its time has passed: `day` is the last one of its review. */
  endReview(periodId: string, day: string): Promise<void>;
  insertAgenda(integrationId: string, given: AgendaRecord): Promise<string>;
  insertSignal(integrationId: string, userId: string, profile?: string): Promise<string>;
  /** An analysis of a call as the API answers it: rated 4.5, with a summary that names the integration. */
  insertAnalysis(
    integrationId: string,
    call: { id: string; user_id: string; contact_id: string },
  ): Promise<void>;
}

export interface PeriodRecord {
  cadence: 'weekly' | 'semimonthly' | 'monthly';
  period_start: string;
  period_end: string;
  review_period_end: string;
  digest: object | null;
  created_date: string;
}

export interface AgendaRecord {
  period_id: string;
  external_user_id: string;
  user_id: string | null;
  generation_status: 'queued' | 'processing' | 'ready' | 'failed' | 'not_eligible';
  title?: string;
  /** Of a ready one; without questions unless given. */
  content?: object;
  completed_at?: string;
  summary?: string;
}

export const profile = {
  aboutMe: 'Opens warmly and asks before offering.',
  reasoning: 'Inferred from 12 calls; no psychometric test.',
  conflictStyle: 'Acknowledges first.',
  coreMotivators: ['Being of use'],
  socialOrientation: 'Turns to people quickly.',
  fearsAndAvoidances: ['Talking about price early'],
  maxPerformanceRecs: ['One question about cost in each call'],
  psychologicalSummary: 'Outgoing and steady.',
  DISC: {
    dominance: 48,
    influence: 71,
    steadiness: 62,
    conscientiousness: 35,
    profileName: 'Encourager',
    profileType: 'Is',
  },
};

export function coachingRecords(debrief: Debrief): CoachingRecords {
  async function insert(table: string, row: Record<string, unknown>): Promise<void> {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    // Its own ids: one that is there already is there because what was asked first was done.
    const statement = `insert into coaching.${table} (${columns.join(', ')}) values (${places.join(', ')}) on conflict do nothing`;
    await withDatabase(debrief, (client) => client.query(statement, Object.values(row)));
  }
  let periods = 0;
  return {
    async insertPeriod(integration_id, given = {}) {
      const id = randomUUID();
      // A period of its own week for each that does not say.
      const start = new Date(Date.UTC(2020, 0, 6 + 7 * periods++));
      const day = (offset: number) =>
        new Date(start.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
      await insert('periods', {
        integration_id,
        id,
        cadence: given.cadence ?? 'weekly',
        period_start: given.period_start ?? day(0),
        period_end: given.period_end ?? day(6),
        review_period_end: given.review_period_end ?? day(13),
        digest: given.digest == null ? null : JSON.stringify(given.digest),
        created_date: given.created_date ?? new Date().toISOString(),
      });
      return id;
    },
    async endReview(id, day) {
      const statement = 'update coaching.periods set review_period_end = $2 where id = $1';
      await withDatabase(debrief, (client) => client.query(statement, [id, day]));
    },
    async insertAgenda(integration_id, given) {
      const id = randomUUID();
      await insert('agendas', {
        integration_id,
        id,
        period_id: given.period_id,
        external_user_id: given.external_user_id,
        user_id: given.user_id,
        generation_status: given.generation_status,
        title: given.title ?? null,
        content:
          given.generation_status === 'ready' ? JSON.stringify(given.content ?? { questions: [] }) : null,
        completed_at: given.completed_at ?? null,
        answers: given.completed_at === undefined ? null : '[]',
        summary: given.summary ?? null,
      });
      return id;
    },
    async insertSignal(integration_id, user_id, text = JSON.stringify(profile)) {
      const id = randomUUID();
      await insert('signals', { integration_id, user_id, id, profile: text, calls: 12, words: 7340 });
      return id;
    },
    async insertAnalysis(integration_id, { id, user_id, contact_id }) {
      const body = {
        rating: { outcome: 4.5 },
        disposition: { outcomes: ['Callback Requested'] },
        summary: 'a summary of mine',
      };
      await insert('analyses', {
        ...{ integration_id, recording_id: id, analysis_id: randomUUID(), attempt: 1, kind: 'call' },
        ...{ user_id, contact_id, occurred_at: new Date().toISOString(), rating: 4.5 },
        body: JSON.stringify(body),
      });
    },
  };
}
