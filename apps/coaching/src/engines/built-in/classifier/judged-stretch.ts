import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import type { Unit } from './unit-features.ts';

/** A stretch with the logit of each output, on its own and of the passage it stands in. */
export interface JudgedStretch {
  unit: Unit;
  role: SpeakerRole;
  ofStretch: Float32Array;
  ofTurn: Float32Array;
}
