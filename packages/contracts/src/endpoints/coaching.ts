import { Type } from '@sinclair/typebox';
import { AGENDA_NOT_FOUND, PERIOD_NOT_FOUND } from '../errors.ts';
import { Cadence } from '../resources/access.ts';
import { agendaExample, agendaFilters, CoachingAgenda } from '../resources/coaching-agenda.ts';
import { CoachingPeriod, CoachingPeriodDetail, periodExample } from '../resources/coaching-period.ts';
import { defineEndpoints, noQuery } from './define.ts';
import { examplePage, listErrors, listQuery, pageOf } from './lists.ts';

export const coaching = defineEndpoints({
  listCoachingPeriods: {
    method: 'GET',
    path: '/coaching/periods',
    tag: 'Coaching',
    summary: 'List coaching periods',
    description: 'Coaching periods, the newest first unless asked otherwise.',
    query: listQuery('desc', { cadence: Type.Optional(Cadence) }),
    replies: {
      200: {
        description: 'A page of coaching periods',
        schema: pageOf(CoachingPeriod),
        example: examplePage(periodExample),
      },
    },
    errors: listErrors,
  },

  getCoachingPeriod: {
    method: 'GET',
    path: '/coaching/periods/{periodId}',
    tag: 'Coaching',
    summary: 'Get a coaching period',
    description: 'A coaching period, with the digest of the team once it has been generated.',
    identifies: 'period',
    query: noQuery,
    replies: {
      200: {
        description: 'The coaching period',
        schema: CoachingPeriodDetail,
        example: { ...periodExample, digest: null },
      },
    },
    errors: [{ error: PERIOD_NOT_FOUND }],
  },

  listCoachingAgendas: {
    method: 'GET',
    path: '/coaching/periods/{periodId}/agendas',
    tag: 'Coaching',
    summary: 'List the agendas of a coaching period',
    description:
      'The agendas of a period, one for each agent, in the order in which they were created. Filters combine with AND. An addition to the contract.',
    identifies: 'period',
    query: listQuery('asc', agendaFilters),
    replies: {
      200: {
        description: 'A page of coaching agendas',
        schema: pageOf(CoachingAgenda),
        example: examplePage(agendaExample),
      },
    },
    errors: [...listErrors, { error: PERIOD_NOT_FOUND }],
  },

  getCoachingAgenda: {
    method: 'GET',
    path: '/coaching/agendas/{agendaId}',
    tag: 'Coaching',
    summary: 'Get a coaching agenda',
    description: 'The state of the agenda of one agent for one period. Its questions are not part of it.',
    identifies: 'agenda',
    query: noQuery,
    replies: { 200: { description: 'The coaching agenda', schema: CoachingAgenda, example: agendaExample } },
    errors: [{ error: AGENDA_NOT_FOUND }],
  },
});
