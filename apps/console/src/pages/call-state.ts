import type { CallOverview } from '@debrief/contracts/resources/call';
import { type Html, html } from '../html/html.ts';
import { badge } from '../html/parts.ts';
import { digestOf, type Seen } from '../http/change-streams.ts';

function isOver({ status, is_judged_again }: CallOverview): boolean {
  return (status === 'COMPLETED' && !is_judged_again) || status === 'FAILED';
}

const words = {
  QUEUED: 'Waiting',
  DOWNLOADING: 'Downloading',
  TRANSCRIBING: 'Listening',
  ANALYZING: 'Coaching',
} as const;

/** Where the recording is, in plain words, with how far it has got. */
export function stateOf({ status, progress, error }: CallOverview): Html {
  if (status === 'COMPLETED') return badge('Ready', 'green');
  if (status === 'FAILED')
    return html`${badge('Failed', 'red')}<div class="text-secondary small">${error?.message}</div>`;
  return html`<label class="small">${words[status]}<progress class="d-block" max="100" value="${progress}">${progress} %</progress></label>`;
}

export function outcomesOf(outcomes: readonly string[]): Html {
  return html`${outcomes.map((outcome) => html`<div>${outcome}</div>`)}`;
}

/** From 1.0 to 5.0, as the API gives it. */
export function ratingOf(overview: CallOverview, rating: number | null): Html | null {
  if (overview.status !== 'COMPLETED') return null;
  if (rating === null) return html`<span class="text-secondary">Not rated</span>`;
  return html`<strong>${rating.toFixed(1)}</strong> <span class="text-secondary">of 5</span>`;
}

/** What a page shows of work in progress. */
export function progressOf(overviews: readonly CallOverview[]): Seen {
  const shown = overviews.map(({ call: { id }, status, progress, is_judged_again }) => [
    ...[id, status, progress, is_judged_again],
  ]);
  return { state: digestOf(shown), isOver: overviews.every(isOver) };
}

interface Followed {
  /** Of the element around the part. It stays: what htmx has queued for an element goes with it. */
  around: Html | null;
  /** Of the part itself, without which nothing more is asked for. */
  part: Html;
}

/** Asks for a part of a page again, by its id, whenever it has moved while anything that it shows is worked on. */
export function followed(
  o: { url: string; id: string; progress: string },
  overviews: readonly CallOverview[],
): Followed {
  const { url, id, progress } = o;
  const { state, isOver: isDone } = progressOf(overviews);
  if (isDone) return { around: null, part: html` id="${id}"` };
  const followedAt = `${progress}${progress.includes('?') ? '&' : '?'}shown=${state}`;
  return {
    around: html` data-progress="${followedAt}" hx-get="${url}" hx-trigger="moved" hx-select="#${id}" hx-target="#${id}" hx-swap="outerHTML" hx-disinherit="*"`,
    part: html` id="${id}" data-moving`,
  };
}
