import { CALL_NOT_FOUND, DebriefError, ROLEPLAY_NOT_FOUND } from '@debrief/contracts/errors';
import type { RecordingKind } from '@debrief/contracts/resources/call';

/** What an item is answered whose recording its integration has none of. */
export function missing(item: { input: { kind: RecordingKind } } | undefined) {
  return { error: new DebriefError(item?.input.kind === 'roleplay' ? ROLEPLAY_NOT_FOUND : CALL_NOT_FOUND) };
}
