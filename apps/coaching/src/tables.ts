import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import type { OutboxTables } from '@debrief/database/outbox';
import type { ColumnType, Generated, Kysely } from 'kysely';

export interface AnalysesTable {
  integration_id: string;
  recording_id: string;
  analysis_id: string;
  attempt: number;
  kind: 'call' | 'roleplay';
  user_id: string;
  occurred_at: string;
  rating: number | null;
  body: ColumnType<AnalysisBody, string, string>;
  created_date: Generated<string>;
}

export interface Tables extends OutboxTables {
  analyses: AnalysesTable;
}

export type Db = Kysely<Tables>;
