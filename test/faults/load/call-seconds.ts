import type { Arena } from '../fault.ts';
import type { Tenant } from '../stack/stack.ts';

/** Seconds until a short call of the tenant completes. */
export async function callSeconds({ load, audio, until }: Arena, tenant: Tenant): Promise<number> {
  const recording = await load.submit(tenant, { url: audio.short, end: 'COMPLETED' });
  await until('a short call ends', 120, () => recording.endedAtMs !== null);
  return ((recording.endedAtMs ?? Date.now()) - recording.submittedAtMs) / 1000;
}
