import { isUserErased } from '@debrief/database/erasures';
import { type RawBuilder, sql } from 'kysely';

/** What audio is kept by, where an integration says nothing else. */
export interface AudioKeeping {
  /** Days from the submission on. */
  readonly days: number;
  /** The id that our store carries; null where there is none. */
  readonly storeId: string | null;
}

export const keepsNone: AudioKeeping = { days: 0, storeId: null };

/** Days for which audio of an integration is kept: audio never outlasts what was said in it. */
export function audioDays(integrationId: RawBuilder<unknown>, days: number): RawBuilder<number> {
  return sql`coalesce((
    select least(coalesce(i.audio_days, ${days}::integer), i.text_days)
    from integrations i where i.integration_id = ${integrationId}
  ), ${days}::integer)`;
}

/** Whether the audio of the recording `r` is to be kept: not that of a user who was removed, whose voice it is. */
export function keepsAudio({ days, storeId }: AudioKeeping): RawBuilder<boolean> {
  if (storeId === null) return sql`false`;
  return sql`(${audioDays(sql`r.integration_id`, days)} > 0 and not ${isUserErased('user_id')})`;
}
