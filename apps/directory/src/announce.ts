import type { EventDefinition, PayloadOf } from '@debrief/contracts/define';

/**
 * Called after a commit that wrote to the outbox: sends the plain notice that gateways hear at once, and wakes the
 * relay for the durable event.
 */
export type Announce = <E extends EventDefinition>(notice: E, payload: PayloadOf<E>) => void;
