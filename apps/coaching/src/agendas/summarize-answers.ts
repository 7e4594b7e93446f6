import { handleJob, type JobHandler } from '@debrief/database/jobs';
import { summaryJob } from '../jobs.ts';
import type { Db } from '../tables.ts';
import { composeSummary } from './compose-summary.ts';

/** Stores the summary of a submitted agenda once; with it the analysis is ready. */
export function summarizeAnswers(db: Db, now: () => Date): JobHandler {
  return handleJob(summaryJob, async ({ integration_id, agenda_id }) => {
    const agenda = await db
      .selectFrom('agendas')
      .select(['content', 'answers'])
      .where('integration_id', '=', integration_id)
      .where('id', '=', agenda_id)
      .where('summary', 'is', null)
      .executeTakeFirst();
    if (agenda?.content == null || agenda.answers === null) return;
    await db
      .updateTable('agendas')
      .set({ summary: composeSummary(agenda.content, agenda.answers), updated_date: now().toISOString() })
      .where('integration_id', '=', integration_id)
      .where('id', '=', agenda_id)
      .where('summary', 'is', null)
      .execute();
  });
}
