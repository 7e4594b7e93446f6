import type { PayloadOf } from '@debrief/contracts/define';
import type { agendaReady } from '@debrief/contracts/events/coaching';
import { addJob } from '@debrief/database/jobs';
import { transaction } from '@debrief/database/pool';
import type { Delivery } from '@debrief/messaging/consume';
import type { Kysely } from 'kysely';
import { takeMail } from '../mail/take-mail.ts';
import type { Tables } from '../tables.ts';
import { agendaMailJob } from './send-agenda-mail.ts';

type AgendaReady = PayloadOf<typeof agendaReady>;

/** Asks for the one e-mail of an agenda. Without a link there is nothing to open. */
export function recordAgendaReady(db: Kysely<Tables>) {
  return async ({ payload }: Pick<Delivery<AgendaReady>, 'payload'>): Promise<void> => {
    const { integration_id, agenda_id, user_id, agenda_url, review_period_end } = payload;
    if (user_id === null || agenda_url === null) return;
    const mail = { integration_id, agenda_id, user_id, agenda_url, review_period_end };
    await transaction(db, async function askForMail(tx) {
      const asked = await tx
        .insertInto('agenda_mails')
        .values({ ...mail, title: payload.title ?? '' })
        .onConflict((conflict) => conflict.doNothing())
        .returning('agenda_id')
        .executeTakeFirst();
      // Above the quota the agent finds it where agendas are.
      if (asked !== undefined && (await takeMail(tx, integration_id)) === null)
        await addJob(tx, agendaMailJob, { integration_id, agenda_id }, { key: agenda_id });
    });
  };
}
