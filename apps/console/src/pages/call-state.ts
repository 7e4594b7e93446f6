import type { CallOverview } from '@debrief/contracts/resources/call';
import { type Html, html } from '../html/html.ts';
import { badge } from '../html/parts.ts';
import { digestOf, type Seen } from '../http/change-streams.ts';

function isDone({ status, is_judged_again }: CallOverview): boolean {
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
  return html`<span class="figure"><strong>${rating.toFixed(1)}</strong> <span class="text-secondary">of 5</span></span>`;
}

/** What a page shows of work in progress. `isOpen`: others may come. */
export function progressOf(overviews: readonly CallOverview[], isOpen = false): Seen {
  const shown = overviews.map(({ call: { id }, status, progress, is_judged_again }) => [
    ...[id, status, progress, is_judged_again],
  ]);
  const isQuiet = overviews.every(isDone);
  return { state: digestOf(shown), isQuiet, isOver: isQuiet && !isOpen };
}

interface Followed {
  /** Of the element around the part. It stays: what htmx has queued for an element goes with it. */
  around: Html | null;
  /** Of the part itself, without which nothing more is asked for. */
  part: Html;
}

/** Asks for a part of a page again, by its id, whenever it has moved, for as long as it may. */
export function followed(o: { url: string; id: string; progress: string }, seen: Seen): Followed {
  const { url, id, progress } = o;
  if (seen.isOver) return { around: null, part: html` id="${id}"` };
  return {
    around: html` data-progress="${progress}" hx-get="${url}" hx-trigger="moved" hx-select="#${id}" hx-target="#${id}" hx-swap="outerHTML" hx-disinherit="*"`,
    part: html` id="${id}" data-moving="${seen.state}"`,
  };
}
