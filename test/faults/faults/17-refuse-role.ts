import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import { services } from '../stack/stack.ts';

const letters = 'abcdefghijkl';
const lengths = [5, 70, 1200];

/** Submissions go on during the outage; they are accepted when the services that take them answer again. */
const refused = (row: string, service: string, seconds: number): Fault => ({
  row,
  once: seconds > 600,
  does: `the database role of ${service} refused for ${seconds < 120 ? `${seconds} s` : `${seconds / 60} min`}; nothing FAILED, nothing stranded`,
  load: ({ audio, outage }) => ({
    recordings: repeated(14, audio.short),
    overSeconds: Math.min(outage(seconds), 30),
  }),
  healSeconds: () => 180,
  async inject({ stack, moment, sleep, outage }) {
    await moment(3);
    await stack.postgres.refuseRole(service);
    try {
      await sleep(outage(seconds));
    } finally {
      await stack.postgres.admitRole(service);
    }
  },
});

export const refuseRole: readonly Fault[] = lengths.flatMap((seconds, length) =>
  services.map((service, index) =>
    refused(`17${letters[length * services.length + index]}`, service, seconds),
  ),
);
