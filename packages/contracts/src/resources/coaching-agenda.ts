import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Text } from '../text.ts';
import { Cadence } from './access.ts';
import { periodExample } from './coaching-period.ts';
import { exampleIds } from './example-story.ts';
import { CalendarDate, Id, Instant, Label, NullableLabel } from './fields.ts';
import { userExample } from './user.ts';

export const GenerationStatus = Type.Union(
  [
    Type.Literal('queued'),
    Type.Literal('processing'),
    Type.Literal('ready'),
    Type.Literal('failed'),
    Type.Literal('not_eligible'),
  ],
  { description: '`not_eligible`: too few analysed calls in the period' },
);
export type GenerationStatus = Static<typeof GenerationStatus>;

/** What a list of agendas is filtered by. */
export const agendaFilters = {
  generation_status: Type.Optional(GenerationStatus),
  user_id: Type.Optional(
    Text({ description: 'UUID, `id:{uuid}` or `external_user_id:{string}` of the agent' }),
  ),
};

/** The agenda of one agent for one period; its questions are never part of the API. */
export const CoachingAgenda = Type.Object({
  id: Id('Agenda id'),
  period_id: Id('Parent period'),
  integration_id: Id('The integration'),
  user_id: Nullable(Id('User id'), {
    description: 'User id of the agent; null if the user was removed after generation',
  }),
  external_user_id: Label("The client's id of the agent, at generation"),
  title: NullableLabel('Title; null if not yet assigned'),
  cadence: Cadence,
  period_start: CalendarDate('Inclusive start of the parent period (UTC)'),
  period_end: CalendarDate('Inclusive end of the parent period (UTC)'),
  review_period_end: CalendarDate('Inclusive last day (UTC) to complete the agenda'),
  generation_status: GenerationStatus,
  is_completed: Type.Boolean({ description: 'The agent completed the agenda' }),
  completed_at: Nullable(Instant('When'), { description: 'Null if not completed' }),
  completed_on_time: Nullable(Type.Boolean(), {
    description: 'Completed by the end of `review_period_end`; null if not completed',
  }),
  analysis_ready: Type.Boolean({ description: 'The answers were analysed and a summary is stored' }),
  agenda_url: Nullable(Type.String({ format: 'uri' }), {
    description:
      'Web link to the coaching session, behind normal web sign-in. Set only when the agenda is `ready` and has exactly one active user mapping',
  }),
  created_date: Instant('When the agenda was created'),
  updated_date: Instant('When the agenda last changed'),
});
export type CoachingAgenda = Static<typeof CoachingAgenda>;

const { cadence, period_start, period_end, review_period_end, created_date } = periodExample;

export const agendaExample: CoachingAgenda = {
  id: exampleIds.agenda,
  period_id: exampleIds.period,
  integration_id: exampleIds.integration,
  user_id: exampleIds.user,
  external_user_id: userExample.external_user_id,
  title: 'Discovery: open questions',
  cadence,
  period_start,
  period_end,
  review_period_end,
  generation_status: 'ready',
  is_completed: false,
  completed_at: null,
  completed_on_time: null,
  analysis_ready: false,
  agenda_url: `https://debrief.example.com/coaching/agendas/${exampleIds.agenda}`,
  created_date,
  updated_date: '2026-11-16T06:01:12.930Z',
};
