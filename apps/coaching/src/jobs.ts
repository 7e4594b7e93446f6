import { defineJob } from '@debrief/database/jobs';

interface OfPeriod {
  integration_id: string;
  period_id: string;
}
interface OfAgenda {
  integration_id: string;
  agenda_id: string;
}

const schema = 'coaching';

export const digestJob = defineJob<OfPeriod>({ schema, name: 'make-digest' });
/** Fewer attempts than a digest has: after them the agenda is `failed`, and says so. */
export const agendaJob = defineJob<OfAgenda>({ schema, name: 'make-agenda', maxAttempts: 8 });
export const summaryJob = defineJob<OfAgenda>({ schema, name: 'summarize-answers' });
