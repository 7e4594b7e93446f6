import { randomUUID } from 'node:crypto';
import type { Fault } from '../fault.ts';
import { callPath } from '../load/load.ts';
import { repeated } from '../load/load-plan.ts';
import { startMailServer } from '../stack/mail-server.ts';

const away = (row: string, seconds: number): Fault => ({
  row,
  once: seconds > 600,
  does: `the mail server away for ${seconds < 120 ? `${seconds} s` : `${seconds / 60} min`}; an invitation arrives afterwards, once`,
  settings: ({ mailPort }) => ({ SMTP_URL: `smtp://127.0.0.1:${mailPort}` }),
  load: ({ audio }) => ({ recordings: repeated(2, audio.short), overSeconds: 0 }),
  async inject({ stack, load, mailPort, outage, until, sleep, stop, broken }) {
    const tenant = stack.tenants[0];
    const isOurs = (recording: (typeof load.recordings)[number]) =>
      recording.tenant === tenant && recording.callEventId !== null;
    await until('a call is accepted', 20, () => load.recordings.some(isOurs));
    const own = load.recordings.find(isOurs);
    if (own === undefined) return;
    const call = await load.client.insist(() => load.client.get(tenant, callPath(own)), stop);
    const email = `invited-${randomUUID()}@acme.example`;
    const body = { email, external_user_id: email, invited_by_user_id: call.body.user_id };
    const { status } = await load.client.insist(() => load.client.post(tenant, '/invitations', body), stop);
    if (status !== 201) broken(`an invitation was answered ${status}`);
    await sleep(outage(seconds));
    const server = await startMailServer(mailPort);
    try {
      await until('the mail arrives', 120, () => server.count(email) > 0);
      await sleep(3);
      if (server.count(email) > 1) broken(`the mail arrived ${server.count(email)} times`);
    } finally {
      await server.stop();
    }
  },
});

export const mailAway: readonly Fault[] = [away('23a', 5), away('23b', 70), away('23c', 1200)];
