import { DebriefError, INTEGRATION_CHANGED, RUBRIC_CHANGED } from '@debrief/contracts/errors';
import { type Html, html } from '../html/html.ts';
import { textOf } from '../html/parts.ts';

/** Says of which settings a form was made: it would take back what somebody else has changed since. */
export function versionField(version: number | string): Html {
  return html`<input type="hidden" name="version" value="${version}">`;
}

/** For a form that asks once more before the change of another is made. */
export function givenVersion(body: unknown): Html {
  return versionField(textOf(body, 'version') ?? '');
}

/** Of settings of the integration. */
export function expectedIn(body: unknown): { expected_version?: number } {
  const version = textOf(body, 'version') ?? '';
  return /^[1-9]\d{0,8}$/.test(version) ? { expected_version: Number(version) } : {};
}

/** What the form says is shown no more then, but what is set now. */
export const changedMeanwhile =
  'Somebody has changed these settings since you opened the page. It shows what they are now: make your change again.';

/** The sentence for whoever was too late; any other error is thrown. */
export function overtaken(error: unknown): string[] {
  const code = error instanceof DebriefError ? error.definition.code : null;
  if (code === INTEGRATION_CHANGED.code || code === RUBRIC_CHANGED.code) return [changedMeanwhile];
  throw error;
}
