import type { Agreement } from '../findings.ts';

/** Of an agreed time what is told: day and hour where both were plain, else its day; empty where neither was. */
export function toldTime({ isSure, asAgreed, day }: Agreement): string {
  return isSure ? asAgreed : (day ?? '');
}
