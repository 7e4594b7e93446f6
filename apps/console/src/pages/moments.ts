import type { Moment } from '@debrief/contracts/resources/agenda-content';
import { length } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';

/** Words of a call, with the way to where they are said in it, and heard where its sound is kept. */
export function momentQuote({ recording_id, segment_index, quote, start_time, speaker }: Moment): Html {
  return html`<blockquote class="quote">“${quote}”<footer class="text-secondary">${speaker},
<a href="/calls/${recording_id}?hear#segment-${segment_index}">${length(start_time)} into the call</a></footer></blockquote>`;
}
