import type { OutputOf } from '@debrief/contracts/define';
import { DebriefError, ROUTE_NOT_FOUND } from '@debrief/contracts/errors';
import {
  type ClaimFault,
  claimFaults,
  type listMarkedClaims,
  markClaim,
} from '@debrief/contracts/operations/claims';
import type { Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { badge, textOf } from '../html/parts.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import { asNotFound, idOf } from './addresses.ts';

type Marked = OutputOf<typeof listMarkedClaims>['data'];

export const faultWords: Record<ClaimFault, string> = {
  not_said: 'It was not said',
  means_otherwise: 'It means something else',
  said_by_other: 'Somebody else said it',
  of_no_use: 'It is of no use',
};

/** Where on the page of its call a claim is marked. */
export function placeOf(claimId: string, indicator: string | null): string {
  return `claim-${claimId}${indicator === null ? '' : `-${indicator}`}`;
}

/** What is said to be wrong with a claim, and a way to say so. */
export function contesting(callId: string, marked: Marked, token: Html) {
  return (claimId: string, indicator: string | undefined): Html => {
    const about = marked.filter((one) => one.claim_id === claimId && one.indicator === (indicator ?? null));
    const place = placeOf(claimId, indicator ?? null);
    const fields = html`${token}<input type="hidden" name="claim" value="${claimId}"><input type="hidden" name="indicator" value="${indicator}">`;
    const form = (buttons: readonly Html[]) =>
      html`<form class="contest-form" method="post" action="/calls/${callId}/claims">${fields}${buttons}</form>`;
    const said = about.map(
      ({ fault, is_own }) =>
        html`<p class="mb-1">${badge(`${is_own ? 'You say' : 'Somebody says'} that this is wrong`, 'yellow')} ${faultWords[fault]}.</p>`,
    );
    if (about.some(({ is_own }) => is_own))
      return html`<div id="${place}">${said}${form([html`<button class="btn btn-sm" name="fault" value="">Take it back</button>`])}</div>`;
    // It stands after the marks of what was heard, each with its own.
    const isCriterion = claimId.startsWith('rating.criteria.') && indicator === undefined;
    const buttons = claimFaults.map(
      (fault) => html`<button class="btn btn-sm" name="fault" value="${fault}">${faultWords[fault]}</button>`,
    );
    return html`<div id="${place}">${said}<details><summary class="small text-secondary">This ${isCriterion && 'judgement '}is wrong…</summary>${form(buttons)}</details></div>`;
  };
}

export const callClaims: Pages = (server) => {
  server.post('/calls/:id/claims', async (request, reply) => {
    const id = idOf(request);
    const text = (name: string) => textOf(request.body, name) ?? '';
    const [claim_id, indicator, given] = [text('claim'), text('indicator'), text('fault')];
    const fault = claimFaults.find((one) => one === given) ?? null;
    // No form of ours has anything else.
    if (
      !/^[a-z0-9_]{1,60}([.][a-z0-9_]{1,60}){0,4}$/.test(claim_id) ||
      claim_id.length > 128 ||
      !/^[a-z0-9_]{0,128}$/.test(indicator) ||
      (fault === null && given !== '')
    )
      throw new DebriefError(ROUTE_NOT_FOUND);
    const input = { recording_id: id, claim_id, indicator: indicator || null, fault };
    await visitorOf(request).ask(markClaim, input).catch(asNotFound);
    return reply.redirect(`/calls/${id}#${placeOf(claim_id, indicator || null)}`, 303);
  });
};
