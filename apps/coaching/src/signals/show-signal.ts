import { DebriefError, SIGNAL_INVALID, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { showSignal as operation } from '@debrief/contracts/operations/signals';
import { handleEach } from '@debrief/messaging/handle-each';
import type { Db } from '../tables.ts';
import { findAgent } from './find-agent.ts';
import { checkLeftOut } from './left-out.ts';
import { amountOfSpeech, LEAST_CALLS, LEAST_WORDS } from './refresh-signal.ts';
import { readProfile } from './signal-view.ts';

export function showSignal(db: Db) {
  return handleEach(operation, async ({ input: { integration_id, user } }) => {
    const agent = await findAgent(db, integration_id, user);
    if (agent === null) throw new DebriefError(USER_NOT_FOUND);
    const { user_id } = agent;
    await checkLeftOut(db, integration_id, user_id);
    const speech = await amountOfSpeech(db, { integration_id, user_id });
    const needed = { calls: LEAST_CALLS, words: LEAST_WORDS };
    const stored = await db
      .selectFrom('signals')
      .select(['id', 'version', 'calls', 'words', 'updated_date', 'profile'])
      .where('integration_id', '=', integration_id)
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    if (stored === undefined) return { ok: { ...agent, speech, needed, signal: null } };
    const { calls, words, profile: text, ...signal } = stored;
    const read = readProfile(text);
    if ('fault' in read) throw new DebriefError(SIGNAL_INVALID);
    const shown = { ...signal, speech: { calls, words }, profile: read.profile };
    return { ok: { ...agent, speech, needed, signal: shown } };
  });
}
