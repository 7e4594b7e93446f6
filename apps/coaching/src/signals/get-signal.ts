import { onlyUserOf } from '@debrief/contracts/caller';
import { DebriefError, SIGNAL_INVALID, SIGNAL_NOT_FOUND } from '@debrief/contracts/errors';
import { getSignal as operation } from '@debrief/contracts/operations/signals';
import { ofEach, prepared } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Logger } from '@debrief/service-kit/run';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { leftOutError } from './left-out.ts';
import { readProfile } from './signal-view.ts';

interface Row {
  integration_id: string;
  user_id: string;
  id: string | null;
  profile: string | null;
  signals: boolean | null;
  signal: boolean | null;
}

export function getSignal(db: Db, log: Logger): OperationHandler {
  return handle(operation, async (items) => {
    const { rows } = await sql<Row>`${prepared}
      select item.integration_id, item.user_id, s.id, s.profile, i.signals, a.signal
      from unnest(
        ${ofEach(items, 'uuid', ({ caller }) => caller.integration_id)},
        ${ofEach(items, 'uuid', ({ caller }) => onlyUserOf(caller))},
        ${ofEach(items, 'uuid', ({ input }) => input.user_id)}
      ) with ordinality as item (integration_id, only_user_id, user_id, ord)
      left join signals s on s.integration_id = item.integration_id and s.user_id = item.user_id
        and (item.only_user_id is null or item.user_id = item.only_user_id)
      left join integrations i on i.integration_id = item.integration_id
      left join agents a on a.integration_id = item.integration_id and a.user_id = item.user_id
        and (item.only_user_id is null or item.user_id = item.only_user_id)
      order by item.ord
    `.execute(db);
    return rows.map(({ profile: text, id, integration_id, user_id, ...switches }) => {
      const leftOut = leftOutError(switches);
      if (leftOut !== null) return { error: leftOut };
      if (id === null || text === null) return { error: new DebriefError(SIGNAL_NOT_FOUND) };
      const read = readProfile(text);
      if ('profile' in read) return { ok: { id, ...read.profile } };
      log.error(
        { integration_id, user_id, signal_id: id, fault: read.fault },
        'a stored signal profile is invalid',
      );
      return { error: new DebriefError(SIGNAL_INVALID) };
    });
  });
}
