import { chance, type Stretch } from '../../conversation/conversation.ts';
import { callsIn, meetingsIn } from './meeting-words.ts';

const LINES = new Set(['phone', 'cell', 'line', 'number', 'mobile', 'landline', 'talk']);

/** What a stretch says about what is to happen at a time that is spoken of near it. */
export interface KindSigns {
  calls: number;
  lines: number;
  meetings: number;
  /** How much it says: most where the time itself is spoken of. */
  weight: number;
  /** The same before the time is named for the last time. */
  weightBefore: number;
}

/** Of each stretch: every time that is weighed looks at all that is said from where it is named first to last. */
export function kindSigns(stretches: readonly Stretch[]): KindSigns[] {
  return stretches.map((stretch) => {
    const weight = Math.max(
      chance(stretch, 'propose_time', 'counter_time', 'recap'),
      chance(stretch, 'propose_step', 'defer', 'accept') * 0.6,
      chance(stretch, 'promise') * 0.3,
    );
    return {
      calls: callsIn(stretch),
      lines: Number(stretch.words.some(({ text }) => LINES.has(text))),
      meetings: meetingsIn(stretch),
      weight,
      weightBefore: Math.max(weight, chance(stretch, 'request') * 0.8),
    };
  });
}
