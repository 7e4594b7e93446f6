import type { TranscriptView } from '@debrief/contracts/resources/transcript';
import { length } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { card } from '../html/parts.ts';

/** Null: it is kept no longer. */
export type Heard = TranscriptView | null;

/** What was said, each segment with an address of its own that quotes lead to. */
export function transcriptCard(transcript: Heard): Html {
  if (transcript === null)
    return card(
      'Transcript',
      html`<p class="card-body mb-0">It was removed at the end of the time for which texts are kept.</p>`,
      'transcript',
    );
  const { segments, speakers } = transcript;
  if (segments.length === 0)
    return card(
      'Transcript',
      html`<p class="card-body mb-0">Nobody spoke in this recording.</p>`,
      'transcript',
    );
  const lines = segments.map(
    ({ speaker, start_time, text }, index) =>
      html`<li id="segment-${index}" class="segment${speaker === speakers.agent && ' of-agent'}">
<span class="segment-time">${length(start_time)}</span> <strong>${speaker}</strong> ${text}</li>`,
  );
  return card(
    'Transcript',
    html`<ol class="card-body transcript" tabindex="0" aria-label="What was said">${lines}</ol>`,
    'transcript',
  );
}
