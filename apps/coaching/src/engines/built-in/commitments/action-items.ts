import type { Outcome } from '../dispositions/outcome.ts';
import type { Claim } from '../evidence/claim.ts';
import type { Reading } from '../reading.ts';
import { distinctCommitments, isCall, namePromises } from './distinct-commitments.ts';
import type { Commitment } from './find-commitments.ts';

export interface ActionItems {
  primary: readonly Claim[];
  secondary: readonly Claim[];
}

const MOST = 10;
const MEETING_VERBS = new Set([
  'meet',
  'come',
  'visit',
  'stop',
  'swing',
  'drop',
  'schedule',
  'book',
  'set',
  'see',
  'have',
]);

/**
 * Primary: the appointment or call agreed on and what the agent promised. Secondary: what the contact undertook and
 * what others on the agent's side will do. A machine's greeting undertakes nothing, and what somebody asked for who
 * then declined is no longer due.
 */
export function actionItems(reading: Reading, outcome: Outcome): ActionItems {
  const { commitments } = reading;
  if (outcome.code === 'no_conversation') return { primary: [], secondary: [] };
  const declined = outcome.code === 'not_interested' || outcome.code === 'do_not_contact';
  const own = commitments.filter(({ kind }) => kind === 'promise' || (kind === 'request' && !declined));
  const settled = outcome.code === 'appointment_set';
  const promised = distinctCommitments(namePromises(reading, own)).filter(
    (item) => !(settled && isMeeting(reading, item)),
  );
  const machine = outcome.code === 'left_voicemail';
  const others = commitments.filter(
    ({ kind, unit }) => kind === 'others' || (kind === 'contact' && !(machine && unit.role === 'contact')),
  );
  const agreed = agreedItem(reading, outcome, promised.some(isCall));
  return {
    primary: [...agreed, ...promised].slice(0, MOST),
    secondary: distinctCommitments(others).slice(0, MOST),
  };
}

/** `I could come by on Saturday` is the appointment itself. */
function isMeeting({ times }: Reading, { verb, unit }: Commitment): boolean {
  return MEETING_VERBS.has(verb) && times.ahead(unit).length > 0;
}

/** The appointment, or the call that the contact asked for and nobody put into words as a promise. */
function agreedItem({ people }: Reading, outcome: Outcome, callPromised: boolean): Claim[] {
  const { quotes } = outcome;
  if (outcome.code === 'appointment_set') {
    return [{ text: `Keep the appointment with ${people.contact}: ${outcome.when}`, quotes }];
  }
  if (outcome.code === 'callback_requested' && !callPromised) {
    return [{ text: `Call ${people.contact} back ${outcome.when ?? ''}`.trim(), quotes }];
  }
  return [];
}
