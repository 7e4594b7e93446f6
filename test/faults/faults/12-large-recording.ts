import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

export const largeRecording: Fault = {
  row: '12',
  once: true,
  does: "recordings that the worker's disk has no room for, among those it has; they end FAILED, and no file stays",
  // Far fewer days than anybody would set: what waits for room fails after 20 s here.
  settings: () => ({ WAIT_DAYS: '0.00023' }),
  load: ({ audio }) => ({
    recordings: [
      ...repeated(6, audio.short),
      ...repeated(2, audio.large, 'FAILED'),
      ...repeated(6, audio.short),
    ],
  }),
  healSeconds: () => 240,
  async prepare({ stack }) {
    await stack.workDisk.mount(48);
  },
  async inject() {},
  async check({ load, broken }) {
    const codes = load.recordings.filter(({ end }) => end === 'FAILED').map(({ errorCode }) => errorCode);
    if (codes.some((code) => code !== 'disk_full'))
      broken(`the reason is ${codes.join(', ')} and not disk_full`);
  },
};
