import type { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import { type Digest, whereObjected } from '@debrief/contracts/resources/coaching-period';
import { signed } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { badge, card } from '../html/parts.ts';
import { momentQuote } from './moments.ts';

type Figure = Digest['stats']['calls'];

/** What the team did in a period, each claim with the words that it rests on. */
export function digestCards(digest: Digest, agendas: readonly CoachingAgenda[]): Html {
  const { strengths, gaps, top_objections, team_drill } = digest;
  return html`${card(
    'The team in these days',
    html`<div class="card-body"><p>${digest.headline}</p>${digest.focus !== null && html`<p>${digest.focus}</p>`}
${statistics(digest.stats)}</div>`,
  )}
${gaps.length > 0 && card('What costs the team most', observations('gaps', gaps, digest))}
${strengths.length > 0 && card('What the team does well', observations('strengths', strengths, digest))}
${top_objections.length > 0 && card('Objections heard most', objections(digest))}
${steps('Ask how it went', digest, true)}
${steps('To follow up', digest, false)}
${digest.agents.length > 0 && card('Agents', agentTable(digest, agendas))}
${team_drill !== null && card('An exercise for the whole team', html`<p class="card-body mb-0">${team_drill}</p>`)}`;
}

function statistics({ calls, rated, average_rating }: Digest['stats']): Html {
  const row = (name: string, { value, previous, diff_pct }: Figure, digits = 0) =>
    html`<tr><th scope="row">${name}</th><td data-label="These days">${value?.toFixed(digits) ?? 'None'}</td>
<td data-label="Period before">${previous?.toFixed(digits) ?? 'None'}</td>
<td data-label="Change">${diff_pct === null ? 'Nothing to compare' : diff_pct === 0 ? 'None' : `${signed(diff_pct, 1)} %`}</td></tr>`;
  return html`<div class="table-responsive"><table class="table stacked mb-0">
<caption class="visually-hidden">Figures</caption>
<thead><tr><th scope="col">Figure</th><th scope="col">These days</th><th scope="col">Period before</th><th scope="col">Change</th></tr></thead>
<tbody>${row('Calls', calls)}${row('Rated calls', rated)}${row('Average rating, 1 to 5', average_rating, 1)}</tbody></table></div>`;
}

function evidence({ evidence: all }: Digest, claimId: string): Html[] {
  return all.filter(({ claim_id }) => claim_id === claimId).map((one) => momentQuote(one));
}

function observations(list: 'gaps' | 'strengths', items: Digest['gaps'], digest: Digest): Html {
  const lines = items.map(
    ({ title, detail }, index) =>
      html`<li><strong>${title}</strong><p class="mb-1">${detail}</p>${evidence(digest, `${list}.${index}`)}</li>`,
  );
  return html`<ol class="card-body claims">${lines}</ol>`;
}

function objections(digest: Digest): Html {
  const lines = digest.top_objections.map(({ label, best_answer, ...heard }, index) => {
    const quotes = evidence(digest, `top_objections.${index}`);
    return html`<li><strong>${label}</strong>${best_answer === null && html`, ${whereObjected(digest, heard)}`}
${best_answer !== null && html`<p class="mb-1">${best_answer}</p>`}${quotes}</li>`;
  });
  return html`<ol class="card-body claims">${lines}</ol>`;
}

/** Whose day was over with the period, or those that are still to come. */
function steps(title: string, digest: Digest, isOver: boolean): Html | false {
  const { to_follow_up: all = [] } = digest;
  const lines = all.flatMap(({ detail, is_over = false }, index) =>
    is_over === isOver
      ? html`<li><p class="mb-1">${detail}</p>${evidence(digest, `to_follow_up.${index}`)}</li>`
      : [],
  );
  return lines.length > 0 && card(title, html`<ul class="card-body claims">${lines}</ul>`);
}

function answersOf({ is_completed, completed_on_time }: CoachingAgenda): Html {
  if (!is_completed) return html`<span class="figure text-secondary">Not handed in</span>`;
  return badge(completed_on_time === false ? 'Handed in late' : 'Handed in', 'green');
}

/** Who works on what next, each with the agenda that says where it is heard. */
export function agentTable({ agents }: Digest, agendas: readonly CoachingAgenda[]): Html {
  const rows = agents.map(({ user_id, name, calls, average_rating, delta, focus }) => {
    const agenda = agendas.find((one) => one.user_id === user_id && one.generation_status === 'ready');
    const next = focus ?? 'Too few calls to say';
    const change = delta === null ? null : ` (${signed(delta, 1)})`;
    return html`<tr><th scope="row"><a href="/insights?who=user:${user_id}">${name}</a></th>
<td data-label="Calls">${calls}</td>
<td data-label="Rating">${average_rating === null ? 'Not rated' : html`<span class="figure">${average_rating.toFixed(1)} of 5${change}</span>`}</td>
<td data-label="Works on next">${agenda === undefined ? next : html`<a href="/coaching/agendas/${agenda.id}">${next}<span class="visually-hidden">: the agenda of ${name}</span></a>`}</td>
<td data-label="Answers">${agenda === undefined ? null : answersOf(agenda)}</td>
<td><a href="/coaching/agents/${user_id}">Profile<span class="visually-hidden">: ${name}</span></a></td></tr>`;
  });
  return html`<div class="table-responsive"><table class="table table-vcenter card-table stacked">
<caption class="visually-hidden">Agents with calls in these days</caption>
<thead><tr><th scope="col">Agent</th><th scope="col">Calls</th><th scope="col">Rating (change)</th><th scope="col">Works on next</th><th scope="col">Answers</th><th scope="col">Profile</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
