import { type Caller, IntegrationCaller, MemberCaller, SystemCaller } from '@debrief/contracts/caller';
import type { Operation } from '@debrief/contracts/define';
import type { NatsUser } from '@debrief/contracts/nats-users';
import type { TSchema } from '@sinclair/typebox';

/** Who may send the operation, by its scope. */
export type CallerOf<O extends Operation> = O['scope'] extends 'integration'
  ? IntegrationCaller
  : O['scope'] extends 'system'
    ? SystemCaller
    : Caller;

/** What a caller must be, by who asks. */
export function callerSchemaOf({ scope }: Operation, asker: NatsUser): TSchema {
  if (scope === 'system') return SystemCaller;
  return asker === 'console' ? MemberCaller : IntegrationCaller;
}
