import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  AGENDA_NOT_FOUND,
  ANALYSIS_NOT_FOUND,
  PERIOD_NOT_FOUND,
  SIGNAL_INVALID,
  SIGNAL_NOT_FOUND,
} from '../errors.ts';
import { PageInput, PageOf } from '../paging.ts';
import { Cadence } from '../resources/access.ts';
import { AnalysisBody } from '../resources/analysis.ts';
import { CoachingAgenda } from '../resources/coaching-agenda.ts';
import { CoachingPeriod, CoachingPeriodDetail } from '../resources/coaching-period.ts';
import { SignalProfile } from '../resources/user-signal.ts';
import { Uuid } from '../text.ts';

/** The stored sub-objects of a complete analysis; the gateway puts them behind ingest's head. */
export const getAnalysis = defineOperation({
  subject: 'coaching.analyses.get',
  scope: 'integration',
  input: Type.Object({ recording_id: Uuid }),
  output: AnalysisBody,
  errors: [ANALYSIS_NOT_FOUND],
  idempotent: true,
});

export const listPeriods = defineOperation({
  subject: 'coaching.periods.list',
  scope: 'integration',
  input: Type.Object({ ...PageInput, cadence: Type.Optional(Cadence) }),
  output: PageOf(CoachingPeriod),
  errors: [],
  idempotent: true,
});

export const getPeriod = defineOperation({
  subject: 'coaching.periods.get',
  scope: 'integration',
  input: Type.Object({ id: Uuid }),
  output: CoachingPeriodDetail,
  errors: [PERIOD_NOT_FOUND],
  idempotent: true,
});

export const getAgenda = defineOperation({
  subject: 'coaching.agendas.get',
  scope: 'integration',
  input: Type.Object({ id: Uuid }),
  output: CoachingAgenda,
  errors: [AGENDA_NOT_FOUND],
  idempotent: true,
});

/** The stored profile of a user, checked when it is read; the gateway adds what directory knows of the user. */
export const getSignal = defineOperation({
  subject: 'coaching.signals.get',
  scope: 'integration',
  input: Type.Object({ user_id: Uuid }),
  output: Type.Object({ id: Uuid, ...SignalProfile.properties }),
  errors: [SIGNAL_NOT_FOUND, SIGNAL_INVALID],
  idempotent: true,
});
