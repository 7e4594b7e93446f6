import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

export const badHosts: Fault = {
  row: '14',
  once: true,
  does: 'audio hosts that stall, drip, reset, lie about the length or have nothing; these end FAILED, the others do not wait',
  mayCount: true,
  load: ({ audio }) => ({
    recordings: [
      ...repeated(4, audio.short),
      ...[audio.stalling, audio.dripping, audio.resetting, audio.lying, audio.missing].flatMap((url) =>
        repeated(1, url, 'FAILED'),
      ),
      ...repeated(6, audio.short),
    ],
  }),
  // Three downloads that run into their time-out, and what is waited between them.
  healSeconds: ({ setting }) => 120 + 3 * Number(setting(300, 15)),
  async inject({ load, until }) {
    await until('the good recordings have ended', 45, () => {
      const good = load.recordings.filter(({ end }) => end === 'COMPLETED');
      return good.length === 10 && good.every(({ endedAtMs }) => endedAtMs !== null);
    });
  },
};
