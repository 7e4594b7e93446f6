import type { Operation, OutputOf } from '@debrief/contracts/define';
import type { FactPosition, FactsInput } from '@debrief/contracts/paging';
import type { CallerOf } from './caller.ts';
import { isOutage } from './errors.ts';
import type { Messaging } from './messaging.ts';
import { request } from './request.ts';

type FactsOperation = Operation<typeof FactsInput, Operation['output'], 'system'>;

const TIMEOUT_MS = 10_000;

/** The owner of facts does not answer at present. */
class OwnerAway extends Error {
  override readonly name = 'OwnerAway';
  readonly owner: string;

  constructor(owner: string, options: ErrorOptions) {
    super(`${owner} does not answer`, options);
    this.owner = owner;
  }
}

/** The owner that an error says is away; null for any other error. */
export function ownerAway(error: unknown): string | null {
  return error instanceof OwnerAway ? error.owner : null;
}

/**
 * Asks the owner of facts for a page of them. For rebuilds, the only requests that one service makes to another: they
 * are not part of any answer to a client.
 */
export async function listFacts<O extends FactsOperation>(
  messaging: Messaging,
  operation: O,
  start: { integrationId: string | null; after: FactPosition | null },
): Promise<OutputOf<O>> {
  const input: FactsInput = {
    ...(start.integrationId !== null && { integration_id: start.integrationId }),
    ...(start.after !== null && { after: start.after }),
  };
  const caller = { access: 'system', request_id: 'rebuild' } as CallerOf<O>;
  try {
    return (await request(messaging, operation, caller, input, { timeoutMs: TIMEOUT_MS })) as OutputOf<O>;
  } catch (cause) {
    const [owner] = operation.subject.split('.');
    if (isOutage(cause)) throw new OwnerAway(owner ?? '', { cause });
    throw cause;
  }
}
