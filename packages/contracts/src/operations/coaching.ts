import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  AGENDA_COMPLETED,
  AGENDA_NOT_FOUND,
  AGENDA_NOT_READY,
  ANALYSIS_NOT_FOUND,
  INTEGRATION_NOT_FOUND,
  NOT_A_PERIOD_END,
  PERIOD_NOT_FOUND,
  PERIOD_NOT_OVER,
  REVIEW_CLOSED,
  VALIDATION_FAILED,
} from '../errors.ts';
import { PageInput, PageOf } from '../paging.ts';
import { Cadence } from '../resources/access.ts';
import { AgendaAnswers, AgendaContent } from '../resources/agenda-content.ts';
import { AnalysisBody } from '../resources/analysis.ts';
import { CoachingAgenda, GenerationStatus } from '../resources/coaching-agenda.ts';
import { CoachingPeriod, CoachingPeriodDetail } from '../resources/coaching-period.ts';
import { Nullable, NullableString, Uuid } from '../text.ts';

/** The stored sub-objects of a complete analysis; the gateway puts them behind ingest's head. */
export const getAnalysis = defineOperation({
  subject: 'coaching.analyses.get',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'member',
  input: Type.Object({ recording_id: Uuid }),
  output: AnalysisBody,
  errors: [ANALYSIS_NOT_FOUND],
  idempotent: true,
});

/** What a list shows of the analysis of a recording; null where there is none. */
export const getAnalysisOverview = defineOperation({
  subject: 'coaching.analyses.get-overview',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'member',
  input: Type.Object({ recording_id: Uuid }),
  output: Nullable(Type.Object({ rating: Nullable(Type.Number()), outcomes: Type.Array(Type.String()) })),
  errors: [],
  idempotent: true,
});

export const listPeriods = defineOperation({
  subject: 'coaching.periods.list',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'member',
  input: Type.Object({ ...PageInput, cadence: Type.Optional(Cadence) }),
  output: PageOf(CoachingPeriod),
  errors: [],
  idempotent: true,
});

export const getPeriod = defineOperation({
  subject: 'coaching.periods.get',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: Type.Object({ id: Uuid }),
  output: CoachingPeriodDetail,
  errors: [PERIOD_NOT_FOUND],
  idempotent: true,
});

export const getAgenda = defineOperation({
  subject: 'coaching.agendas.get',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'member',
  input: Type.Object({ id: Uuid }),
  output: CoachingAgenda,
  errors: [AGENDA_NOT_FOUND],
  idempotent: true,
});

/** Makes up a period that is over, whether its cadence is switched on or not. One that exists is answered as it is. */
export const closePeriod = defineOperation({
  subject: 'coaching.periods.close',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, cadence: Cadence, end: Type.String({ format: 'date' }) }),
  output: Type.Object({ created: Type.Boolean(), period: CoachingPeriod }),
  errors: [INTEGRATION_NOT_FOUND, NOT_A_PERIOD_END, PERIOD_NOT_OVER],
  idempotent: true,
});

/** The agendas of an integration, or of one period; of a member, only their own. */
export const listAgendas = defineOperation({
  subject: 'coaching.agendas.list',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'member',
  input: Type.Object({
    ...PageInput,
    period_id: Type.Optional(Uuid),
    generation_status: Type.Optional(GenerationStatus),
    user_id: Type.Optional(Uuid),
    external_user_id: Type.Optional(Type.String()),
  }),
  output: PageOf(CoachingAgenda),
  errors: [PERIOD_NOT_FOUND],
  idempotent: true,
});

/** An agenda with what is never part of the REST API. */
export const showAgenda = defineOperation({
  subject: 'coaching.agendas.show',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'member',
  input: Type.Object({ id: Uuid }),
  output: Type.Object({
    ...CoachingAgenda.properties,
    content: Type.Union([AgendaContent, Type.Null()]),
    answers: Type.Union([AgendaAnswers, Type.Null()]),
    /** What the agent has written so far; null for everybody else. */
    draft: Type.Union([AgendaAnswers, Type.Null()]),
    summary: NullableString,
  }),
  errors: [AGENDA_NOT_FOUND],
  idempotent: true,
});

/** Keeps what the agent of an agenda has written so far, in place of what was kept before; nobody else is shown it. */
export const saveAgendaDraft = defineOperation({
  subject: 'coaching.agendas.save-draft',
  scope: 'integration',
  access: 'write',
  askedBy: ['console'],
  role: 'member',
  input: Type.Object({ id: Uuid, ...AgendaAnswers.properties }),
  output: Type.Object({}),
  errors: [AGENDA_NOT_FOUND, AGENDA_NOT_READY, AGENDA_COMPLETED, REVIEW_CLOSED, VALIDATION_FAILED],
  idempotent: true,
});

/** Completes an agenda while its review is open; of members, only the agent does. The same answers again change nothing. */
export const submitAgenda = defineOperation({
  subject: 'coaching.agendas.submit',
  scope: 'integration',
  access: 'write',
  askedBy: ['console'],
  role: 'member',
  input: Type.Object({ id: Uuid, ...AgendaAnswers.properties }),
  output: CoachingAgenda,
  errors: [AGENDA_NOT_FOUND, AGENDA_NOT_READY, AGENDA_COMPLETED, REVIEW_CLOSED, VALIDATION_FAILED],
  idempotent: true,
});

/** Whose a period or an agenda is, for operators who know its id only. */
export const findOwner = defineOperation({
  subject: 'coaching.owners.find',
  scope: 'system',
  input: Type.Object({ kind: Type.Union([Type.Literal('period'), Type.Literal('agenda')]), id: Uuid }),
  output: Type.Object({ integration_id: Uuid, organization_id: Uuid }),
  errors: [PERIOD_NOT_FOUND, AGENDA_NOT_FOUND],
  idempotent: true,
  unrecorded: true,
});

/** The analyses of an integration that are still to be made, in the shape of ingest's queue. */
export const AnalysisQueue = Type.Object({
  integration_id: Uuid,
  /** No replica has it, and nothing is wrong. */
  waiting: Type.Integer(),
  running: Type.Integer(),
  /** It is tried again after a failure. */
  stuck: Type.Integer(),
  /** `id` is the recording's; one that is judged again is COMPLETED and has the id of its rerun. */
  oldest: Type.Object({
    id: Uuid,
    rerun_id: Nullable(Uuid),
    queued_at: Type.String(),
    age_seconds: Type.Number(),
  }),
  /** How many failed with what, and how long ago the first did. */
  reasons: Type.Array(
    Type.Object({ waits_for: Type.String(), recordings: Type.Integer(), longest_seconds: Type.Number() }),
  ),
});

/** What waits, runs and is stuck, of the integrations with the oldest work first. */
export const getQueue = defineOperation({
  subject: 'coaching.queue.get',
  scope: 'system',
  input: Type.Object({
    integration_id: Type.Optional(Uuid),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  output: Type.Object({
    integrations: Type.Array(AnalysisQueue),
    /** There are more integrations with work than these. */
    more: Type.Boolean(),
    /** Counts end here: there may be more. */
    counted_to: Type.Integer(),
  }),
  errors: [],
  idempotent: true,
  unrecorded: true,
});
