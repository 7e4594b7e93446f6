import { type Static, Type } from '@sinclair/typebox';
import { exampleIds } from './example-story.ts';
import { Id, Label, Labels } from './fields.ts';
import { userExample } from './user.ts';

function Score(description: string) {
  return Type.Integer({ minimum: 0, maximum: 100, description });
}

export const DiscProfileType = Type.Union(
  (['D', 'Di', 'DI', 'Id', 'I', 'Is', 'IS', 'Si', 'S', 'Sc', 'SC', 'Cs', 'C', 'Cd', 'CD', 'Dc'] as const).map(
    (type) => Type.Literal(type),
  ),
  { description: 'The leading styles, the strongest first' },
);

/** In place of the name of a type, where the scores alone would decide it. */
export const NO_CLEAR_TYPE = 'No clear type yet';

/** What is inferred from speech and stored; it is not a psychometric test, and its reasoning says so. */
export const SignalProfile = Type.Object({
  aboutMe: Label('Portrait in a few sentences'),
  reasoning: Label(
    'What the profile rests on, and that it is inferred from speech and not a psychometric test',
  ),
  conflictStyle: Label('How the agent meets resistance; empty where the calls do not show it'),
  coreMotivators: Labels('What drives the agent'),
  socialOrientation: Label('How the agent turns to others; empty where nothing stands out'),
  fearsAndAvoidances: Labels('What the agent shies away from'),
  maxPerformanceRecs: Labels('What helps the agent to perform'),
  psychologicalSummary: Label('The profile in one paragraph'),
  DISC: Type.Object({
    dominance: Score('Dominance'),
    influence: Score('Influence'),
    steadiness: Score('Steadiness'),
    conscientiousness: Score('Conscientiousness'),
    profileName: Label(`Name of the profile; "${NO_CLEAR_TYPE}" where the scores alone would decide it`),
    profileType: DiscProfileType,
  }),
});
export type SignalProfile = Static<typeof SignalProfile>;

/** `GET /users/{identifier}/signal`. */
export const UserSignal = Type.Object({
  user_id: Id('User id'),
  external_user_id: Label("The client's id of the agent"),
  id: Id('Signal id'),
  name: Label('Name of the agent'),
  ...SignalProfile.properties,
});
export type UserSignal = Static<typeof UserSignal>;

export const signalExample: UserSignal = {
  user_id: exampleIds.user,
  external_user_id: userExample.external_user_id,
  id: '019aa9e1-0b2c-7f40-9d51-8c7b6a594840',
  name: userExample.name,
  aboutMe: 'Maria opens warmly, asks before she offers, and likes to end a call with something agreed.',
  reasoning: 'Inferred from 12 calls and 7,340 words; it describes speech and is not a psychometric test.',
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
