import { type Static, Type } from '@sinclair/typebox';
import { defineConsumer, defineEvent, type StreamDefinition } from '../define.ts';
import { Cadence } from '../resources/access.ts';
import { NullableString, Uuid } from '../text.ts';

const MIB = 1024 * 1024;

/** Keeps `agenda.ready` until it is mailed, and nothing else: nobody consumes the other events. */
const coachingStream: StreamDefinition = {
  name: 'coaching',
  subjects: ['period.>', 'agenda.>', 'digest.>'],
  maxBytes: 64 * MIB,
  duplicateWindowSeconds: 3600,
};

/** A period has ended and its agendas are queued. */
export const PeriodClosed = Type.Object({
  integration_id: Uuid,
  period_id: Uuid,
  cadence: Cadence,
  period_start: Type.String(),
  period_end: Type.String(),
  review_period_end: Type.String(),
  /** One for each agent with an active mapping. */
  agendas: Type.Integer({ minimum: 0 }),
});
export type PeriodClosed = Static<typeof PeriodClosed>;
export const periodClosed = defineEvent('period.closed', PeriodClosed, { from: ['coaching'] });

export const digestCompleted = defineEvent(
  'digest.completed',
  Type.Object({ integration_id: Uuid, period_id: Uuid }),
  { from: ['coaching'] },
);

const OfAgenda = Type.Object({
  integration_id: Uuid,
  period_id: Uuid,
  agenda_id: Uuid,
  /** Null once the user is removed. */
  user_id: NullableString,
  external_user_id: Type.String(),
});

/** An agent may work through their agenda until the end of `review_period_end`. */
export const agendaReady = defineEvent(
  'agenda.ready',
  Type.Object({
    ...OfAgenda.properties,
    title: NullableString,
    review_period_end: Type.String(),
    /** As the REST API answers it at this moment. */
    agenda_url: NullableString,
  }),
  { from: ['coaching'] },
);

export const agendaSubmitted = defineEvent('agenda.submitted', OfAgenda, { from: ['coaching'] });

export const coachingStreams: readonly StreamDefinition[] = [coachingStream];

export const coachingConsumers = {
  directoryAgendaReady: defineConsumer('directory', coachingStream, agendaReady),
};
