import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, INVALID_IDENTIFIER } from '@debrief/contracts/errors';
import { acceptedForms, parseIdentifier } from '@debrief/contracts/identifiers';
import type { getCall } from '@debrief/contracts/operations/ingest';
import { Type } from '@sinclair/typebox';

export const identifierParams = Type.Object({ identifier: Type.String() });

/** @throws INVALID_IDENTIFIER naming the accepted forms. */
export function callIdentifier(raw: string): InputOf<typeof getCall> {
  const identifier = parseIdentifier('call', raw);
  if (identifier === null) throw new DebriefError(INVALID_IDENTIFIER, { accepted: acceptedForms('call') });
  return { kind: 'call', ...identifier };
}
