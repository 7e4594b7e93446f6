import type { Fault } from '../fault.ts';
import { type App, apps } from '../stack/stack.ts';

const letters = 'abcdef';

const GATEWAY_SECONDS = 8;

/** A frozen gateway answers nothing, and within its time limit only when it goes on: clients time out. */
const frozen = (row: string, app: App): Fault => ({
  row,
  does: `SIGSTOP of ${app} for ${app === 'gateway' ? GATEWAY_SECONDS : 24} s under load, then SIGCONT`,
  ...(app === 'gateway' && { hitsGateway: true, silentSeconds: GATEWAY_SECONDS }),
  mayCount: app === 'transcription',
  async inject({ stack, moment, sleep, outage }) {
    await moment(3);
    await stack.signal(app, 'SIGSTOP');
    await sleep(app === 'gateway' ? GATEWAY_SECONDS : Math.max(9, outage(24)));
    await stack.signal(app, 'SIGCONT');
  },
});

export const freezeApps: readonly Fault[] = apps.map((app, index) => frozen(`25${letters[index]}`, app));
