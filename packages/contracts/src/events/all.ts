import type { EventDefinition } from '../define.ts';
import * as coaching from './coaching.ts';
import * as directory from './directory.ts';
import * as erasures from './erasures.ts';
import * as recording from './recording.ts';

/** Everything that is published over NATS. */
export const events: readonly EventDefinition[] = [directory, recording, coaching, erasures].flatMap(
  (module) => Object.values<unknown>(module).filter(isEvent),
);

function isEvent(value: unknown): value is EventDefinition {
  return typeof value === 'object' && value !== null && 'subject' in value && 'from' in value;
}
