import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { SIGNAL_INVALID, SIGNAL_NOT_FOUND, SIGNAL_OFF, SIGNALS_OFF, USER_NOT_FOUND } from '../errors.ts';
import { SignalProfile } from '../resources/user-signal.ts';
import { ExternalId, Nullable, Uuid } from '../text.ts';

/** The stored profile of a user, checked when it is read; the gateway adds what directory knows of the user. */
export const getSignal = defineOperation({
  subject: 'coaching.signals.get',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'member',
  input: Type.Object({ user_id: Uuid }),
  output: Type.Object({ id: Uuid, ...SignalProfile.properties }),
  errors: [SIGNAL_NOT_FOUND, SIGNALS_OFF, SIGNAL_OFF, SIGNAL_INVALID],
  idempotent: true,
});

/** A user's id or the client's own. */
const AgentOfIntegration = { integration_id: Uuid, user: ExternalId };
const SpeechAmount = Type.Object({ calls: Type.Integer(), words: Type.Integer() });

/** The signal of an agent as an operator sees it: also what it rests on, and how much is missing while there is none. */
export const showSignal = defineOperation({
  subject: 'coaching.signals.show',
  scope: 'system',
  input: Type.Object(AgentOfIntegration),
  output: Type.Object({
    user_id: Uuid,
    external_user_id: Type.String(),
    name: Type.String(),
    /** The agent's so far, and the least that makes a signal. */
    speech: SpeechAmount,
    needed: SpeechAmount,
    signal: Nullable(
      Type.Object({
        id: Uuid,
        version: Type.Integer(),
        /** What it was inferred from. */
        speech: SpeechAmount,
        updated_date: Type.String(),
        profile: SignalProfile,
      }),
    ),
  }),
  errors: [USER_NOT_FOUND, SIGNALS_OFF, SIGNAL_OFF, SIGNAL_INVALID],
  idempotent: true,
});

/** Infers the signals of an agent, or of all agents with speech, anew, even where little was said since. */
export const refreshSignals = defineOperation({
  subject: 'coaching.signals.refresh',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, user: Type.Optional(AgentOfIntegration.user) }),
  /** Agents whose signals are queued. */
  output: Type.Object({ agents: Type.Integer() }),
  errors: [USER_NOT_FOUND, SIGNALS_OFF, SIGNAL_OFF],
  idempotent: true,
});
