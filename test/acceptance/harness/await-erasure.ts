import type { Debrief } from './debrief.ts';
import { eventually } from './eventually.ts';

/** An erasure looks once more after 15 s; a service that was killed is away for a moment. */
const WITHIN_MS = 120_000;

/** The erasure of a receipt once every service is done with it. */
export async function awaitErasure({ operate }: Pick<Debrief, 'operate'>, erasure_id: string) {
  const ask = () => operate('listErasures', { erasure_id, limit: 1 }).catch(() => ({ data: [] }));
  const { data } = await eventually(ask, ({ data: [one] }) => one?.finished_at != null, WITHIN_MS);
  return data[0];
}
