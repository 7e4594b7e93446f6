import { type Caller, IntegrationCaller, SystemCaller } from '@debrief/contracts/caller';
import type { Operation, OperationScope } from '@debrief/contracts/define';
import type { TSchema } from '@sinclair/typebox';

/** Who may send the operation, by its scope. */
export type CallerOf<O extends Operation> = O['scope'] extends 'integration'
  ? IntegrationCaller
  : O['scope'] extends 'system'
    ? SystemCaller
    : Caller;

export const callerSchemas: Record<OperationScope, TSchema> = {
  integration: IntegrationCaller,
  system: SystemCaller,
};
