import { DebriefError, INVALID_IDENTIFIER } from '@debrief/contracts/errors';
import {
  acceptedForms,
  type IdentifiedResource,
  type Identifier,
  parseIdentifier,
} from '@debrief/contracts/identifiers';

/** @throws INVALID_IDENTIFIER naming the accepted forms. */
export function identifierOf<R extends IdentifiedResource>(resource: R, raw: string): Identifier<R> {
  const identifier = parseIdentifier(resource, raw);
  if (identifier === null) throw new DebriefError(INVALID_IDENTIFIER, { accepted: acceptedForms(resource) });
  return identifier;
}
