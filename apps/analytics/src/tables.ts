import type { Generated, JSONColumnType, Kysely } from 'kysely';

export interface CallFacts {
  integration_id: string;
  recording_id: string;
  organization_id: string;
  attempt: number;
  kind: 'call' | 'roleplay';
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
  user_id: string;
  contact_id: string;
  external_user_id: string;
  external_contact_id: string;
  ai_category: string;
  incoming: boolean | null;
  duration_seconds: number;
  source_id: string | null;
  stage_id: string | null;
  occurred_at: string;
  created_date: string;
  analyzed: Generated<boolean>;
  rating: number | null;
  outcomes: Generated<string[]>;
  objections: Generated<string[]>;
  conversation: JSONColumnType<object> | null;
  error_code: string | null;
}

export interface Agents {
  integration_id: string;
  user_id: string;
  version: number;
  team_ids: string[];
}

export interface Tables {
  call_facts: CallFacts;
  agents: Agents;
}

export type Db = Kysely<Tables>;
