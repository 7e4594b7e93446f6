import type { UserSignal } from '../resources/user-signal.ts';
import { exampleIds as ids, userExample } from './examples.ts';

export const signalExample: UserSignal = {
  user_id: ids.user,
  external_user_id: userExample.external_user_id,
  id: '019aa9e1-0b2c-7f40-9d51-8c7b6a594840',
  name: userExample.name,
  aboutMe: 'Maria opens warmly, asks before she offers, and likes to end a call with something agreed.',
  reasoning: 'Inferred from 12 calls and 7,340 words; it describes speech and is no psychometric test.',
  conflictStyle: 'Acknowledges an objection first, then asks about it.',
  coreMotivators: ['Being of use', 'A clear agreement'],
  socialOrientation: 'Turns to people quickly and lets them speak.',
  fearsAndAvoidances: ['Talking about price early'],
  maxPerformanceRecs: ['Prepare one question about cost for each call'],
  psychologicalSummary: 'Outgoing and steady; firm about next steps, careful about money.',
  DISC: {
    dominance: 48,
    influence: 71,
    steadiness: 62,
    conscientiousness: 35,
    profileName: 'Encourager',
    profileType: 'Is',
  },
};
