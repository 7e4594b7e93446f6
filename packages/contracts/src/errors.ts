import { type QuotaName, quotaWords } from './resources/quotas.ts';

/**
 * Every failure a client can see, defined once. The public message is fixed or built from typed details; the cause
 * stays in the log. Only the gateway turns these into HTTP.
 */
export interface ErrorDefinition<Code extends string = string, Details = never> {
  readonly code: Code;
  /** HTTP status the gateway answers with. */
  readonly status: number;
  readonly message: string | ((details: Details) => string | string[]);
}

export function defineError<Code extends string, Details = never>(
  code: Code,
  status: number,
  message: string | ((details: Details) => string | string[]),
): ErrorDefinition<Code, Details> {
  return Object.freeze({ code, status, message });
}

export const UNAUTHENTICATED = defineError(
  'UNAUTHENTICATED',
  401,
  'API key missing, invalid, revoked or expired',
);
export const READ_ONLY_KEY = defineError(
  'READ_ONLY_KEY',
  403,
  'This API key is read-only; a read-write key is needed for this operation',
);
export const NOT_ALLOWED = defineError('NOT_ALLOWED', 403, 'Not allowed');
export const VALIDATION_FAILED = defineError<'VALIDATION_FAILED', { violations: string[] }>(
  'VALIDATION_FAILED',
  400,
  (d) => d.violations,
);
export const INVALID_IDENTIFIER = defineError<'INVALID_IDENTIFIER', { accepted: string[] }>(
  'INVALID_IDENTIFIER',
  400,
  (d) => `Invalid identifier format; accepted forms: ${d.accepted.join(', ')}`,
);
export const INVALID_CURSOR = defineError(
  'INVALID_CURSOR',
  400,
  'Invalid cursor: use the next_cursor of the previous page, with the same filters',
);
export const MALFORMED_REQUEST = defineError('MALFORMED_REQUEST', 400, 'Malformed request');
export const CALL_NOT_FOUND = defineError('CALL_NOT_FOUND', 404, 'Call not found');
export const ROLEPLAY_NOT_FOUND = defineError('ROLEPLAY_NOT_FOUND', 404, 'Roleplay not found');
export const CONTACT_NOT_FOUND = defineError('CONTACT_NOT_FOUND', 404, 'Contact not found');
export const USER_NOT_FOUND = defineError('USER_NOT_FOUND', 404, 'User not found');
export const EXTERNAL_USER_ID_TAKEN = defineError(
  'EXTERNAL_USER_ID_TAKEN',
  400,
  'external_user_id is already used by another user',
);
export const SIGNAL_NOT_FOUND = defineError(
  'SIGNAL_NOT_FOUND',
  404,
  'Signal not found: not enough analysed calls for this user yet',
);
export const SIGNALS_OFF = defineError(
  'SIGNALS_OFF',
  404,
  'Signal not found: signals are switched off for this integration',
);
export const SIGNAL_OFF = defineError(
  'SIGNAL_OFF',
  404,
  'Signal not found: this user is left out of signals',
);
export const SIGNAL_INVALID = defineError('SIGNAL_INVALID', 500, 'The stored signal of this user is invalid');
export const UNKNOWN_INVITER = defineError<'UNKNOWN_INVITER', { field: string }>(
  'UNKNOWN_INVITER',
  400,
  (d) => [`${d.field} must be that of a user of this integration`],
);
export const INVITATION_CONFLICT = defineError(
  'INVITATION_CONFLICT',
  409,
  'A pending invitation for this e-mail has a different external_user_id',
);
export const INVITATION_NOT_FOUND = defineError('INVITATION_NOT_FOUND', 404, 'Invitation not found');
export const INVITATION_NOT_PENDING = defineError<'INVITATION_NOT_PENDING', { status: string }>(
  'INVITATION_NOT_PENDING',
  409,
  (d) => `The invitation is not pending; its status is ${d.status}`,
);
export const INVITATION_OF_ANOTHER = defineError(
  'INVITATION_OF_ANOTHER',
  403,
  'The invitation is for another e-mail',
);
export const SIGN_IN_REFUSED = defineError('SIGN_IN_REFUSED', 401, 'The e-mail or the password is wrong');
export const SIGN_IN_LIMITED = defineError<'SIGN_IN_LIMITED', { retry_after_seconds: number }>(
  'SIGN_IN_LIMITED',
  429,
  ({ retry_after_seconds }) =>
    `Too many attempts to sign in; try again in ${Math.ceil(retry_after_seconds / 60)} min`,
);
export const SESSION_NOT_FOUND = defineError('SESSION_NOT_FOUND', 404, 'Session not found');
export const LINK_NOT_FOUND = defineError('LINK_NOT_FOUND', 404, 'Link not found');
export const LINK_SPENT = defineError<'LINK_SPENT', { reason: 'used' | 'expired' }>(
  'LINK_SPENT',
  410,
  ({ reason }) => (reason === 'used' ? 'The link was used before' : 'The link has expired'),
);
export const ACCOUNT_NOT_FOUND = defineError('ACCOUNT_NOT_FOUND', 404, 'No account has this e-mail');
export const MEMBER_NOT_FOUND = defineError('MEMBER_NOT_FOUND', 404, 'Member not found');
export const OWN_MEMBERSHIP = defineError(
  'OWN_MEMBERSHIP',
  409,
  'You cannot remove yourself; another admin or owner can',
);
export const EMAIL_NOT_PROVEN = defineError(
  'EMAIL_NOT_PROVEN',
  409,
  'Nothing has shown yet that this e-mail is theirs. They ask for a link under “Forgotten your password?” when signing in, and set a new password by it',
);
export const PERIOD_NOT_FOUND = defineError('PERIOD_NOT_FOUND', 404, 'Coaching period not found');
export const AGENDA_NOT_FOUND = defineError('AGENDA_NOT_FOUND', 404, 'Coaching agenda not found');
export const PERIOD_NOT_OVER = defineError<'PERIOD_NOT_OVER', { end: string }>(
  'PERIOD_NOT_OVER',
  409,
  (d) => `The period is not over before the end of ${d.end} (UTC)`,
);
export const NOT_A_PERIOD_END = defineError<'NOT_A_PERIOD_END', { cadence: string; ends: string[] }>(
  'NOT_A_PERIOD_END',
  400,
  (d) => [`end must be the last day of a ${d.cadence} period, such as ${d.ends.join(' or ')}`],
);
export const AGENDA_NOT_READY = defineError<'AGENDA_NOT_READY', { status: string }>(
  'AGENDA_NOT_READY',
  409,
  (d) => `The agenda cannot be submitted; its generation status is ${d.status}`,
);
export const AGENDA_COMPLETED = defineError(
  'AGENDA_COMPLETED',
  409,
  'The agenda was submitted before, with other answers',
);
export const REVIEW_CLOSED = defineError<'REVIEW_CLOSED', { end: string }>(
  'REVIEW_CLOSED',
  409,
  (d) => `The review is closed: agendas could be submitted until ${d.end} (UTC)`,
);
export const TRANSCRIPT_NOT_READY = defineError(
  'TRANSCRIPT_NOT_READY',
  409,
  'Transcript is not ready: analysis progress is below 100',
);
export const TRANSCRIPT_REMOVED = defineError(
  'TRANSCRIPT_REMOVED',
  404,
  'Transcript not found: it was removed at the end of the time for which this integration keeps texts',
);
export const TRANSCRIPT_CHANGED = defineError(
  'TRANSCRIPT_CHANGED',
  409,
  'The transcript was corrected meanwhile: read it again',
);
export const TRANSCRIPT_UNSUPPORTED = defineError(
  'TRANSCRIPT_UNSUPPORTED',
  403,
  'Transcript access is unsupported for this integration',
);
export const AUDIO_NOT_FOUND = defineError('AUDIO_NOT_FOUND', 404, 'Audio not found: it is not kept');
export const ORGANIZATION_NOT_FOUND = defineError('ORGANIZATION_NOT_FOUND', 404, 'Organization not found');
export const INTEGRATION_NOT_FOUND = defineError('INTEGRATION_NOT_FOUND', 404, 'Integration not found');
export const INTEGRATION_CHANGED = defineError(
  'INTEGRATION_CHANGED',
  409,
  'The settings of the integration were changed meanwhile: read them again',
);
export const TEAM_NOT_FOUND = defineError('TEAM_NOT_FOUND', 404, 'Team not found');
export const KEY_NOT_FOUND = defineError('KEY_NOT_FOUND', 404, 'API key not found');
export const RUBRIC_NOT_FOUND = defineError('RUBRIC_NOT_FOUND', 404, 'Rubric not found');
export const RUBRIC_CHANGED = defineError(
  'RUBRIC_CHANGED',
  409,
  'The rubric was changed meanwhile: read it again',
);
export const RECORDING_NOT_FOUND = defineError('RECORDING_NOT_FOUND', 404, 'Recording not found');
export const RECORDING_NOT_FAILED = defineError(
  'RECORDING_NOT_FAILED',
  409,
  'A COMPLETED recording cannot be retried',
);
export const REBUILD_RUNNING = defineError(
  'REBUILD_RUNNING',
  409,
  'A rebuild of other integrations is running; try again when it is done',
);
export const ANALYSIS_NOT_FOUND = defineError('ANALYSIS_NOT_FOUND', 404, 'Analysis not found');
export const CLAIM_NOT_FOUND = defineError('CLAIM_NOT_FOUND', 404, 'The analysis has no such claim');
export const ROUTE_NOT_FOUND = defineError('ROUTE_NOT_FOUND', 404, 'Endpoint not found');
export const METHOD_NOT_ALLOWED = defineError(
  'METHOD_NOT_ALLOWED',
  405,
  'Method not allowed on this endpoint',
);
export const REQUEST_TIMEOUT = defineError('REQUEST_TIMEOUT', 408, 'The request took too long to arrive');
export const EXPECTATION_FAILED = defineError('EXPECTATION_FAILED', 417, 'Expectation failed');
export const HEADERS_TOO_LARGE = defineError('HEADERS_TOO_LARGE', 431, 'Request headers are too large');
export const BODY_TOO_LARGE = defineError('BODY_TOO_LARGE', 413, 'Request body is too large');
export const UNSUPPORTED_MEDIA_TYPE = defineError(
  'UNSUPPORTED_MEDIA_TYPE',
  415,
  'Content-Type must be application/json',
);
export const RATE_LIMITED = defineError<'RATE_LIMITED', { retry_after_seconds: number }>(
  'RATE_LIMITED',
  429,
  'Too many requests; try again later',
);
export const QUOTA_EXCEEDED = defineError<
  'QUOTA_EXCEEDED',
  { quota: QuotaName; most: number; retry_after_seconds: number | null }
>('QUOTA_EXCEEDED', 429, (d) => `The quota of this integration is used up: ${d.most} ${quotaWords[d.quota]}`);
export const STORAGE_FULL = defineError<'STORAGE_FULL', { retry_after_seconds: number }>(
  'STORAGE_FULL',
  503,
  'There is no room for further recordings at present; try again later',
);
export const INTERNAL = defineError('INTERNAL', 500, 'Unexpected error; try again later');
export const UNAVAILABLE = defineError(
  'UNAVAILABLE',
  503,
  'Service temporarily unavailable; try again shortly',
);
export const TIMED_OUT = defineError('TIMED_OUT', 504, 'The service did not answer in time; try again');

/**
 * A declared error: thrown by handlers, sent over NATS as code and details, answered by the gateway. The type
 * parameters only check the details where one is constructed; any DebriefError is assignable to any other.
 */
export class DebriefError<Code extends string = string, Details = never> extends Error {
  declare readonly definition: ErrorDefinition;
  readonly details: unknown;

  constructor(
    definition: ErrorDefinition<Code, Details>,
    ...[details, options]: [Details] extends [never]
      ? [details?: undefined, options?: ErrorOptions]
      : [details: Details, options?: ErrorOptions]
  ) {
    super(definition.code, options);
    this.name = 'DebriefError';
    // Not enumerable: pino takes a property that has a message for a nested error and tries to write to it, but the
    // definition is frozen. The code is the message of this error anyway.
    Object.defineProperty(this, 'definition', { value: definition });
    this.details = details;
  }

  /** What a client may read. */
  get publicMessage(): string | string[] {
    const { message } = this.definition;
    return typeof message === 'string' ? message : message(this.details as never);
  }
}
