import type { TranscriptView } from '@debrief/contracts/resources/transcript';
import { length } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { card } from '../html/parts.ts';

/** Null: it is kept no longer. */
export type Heard = TranscriptView | null;

/** What was said, each segment with an address of its own that quotes lead to. */
export function transcriptCard(transcript: Heard, hasSound: boolean): Html {
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
      html`<li id="segment-${index}" class="segment${speaker === speakers.agent && ' of-agent'}" data-start="${start_time}">
${timeOf(index, start_time, hasSound)} <strong>${speaker}</strong> ${text}</li>`,
  );
  return card(
    'Transcript',
    html`<ol class="card-body transcript" tabindex="0" aria-label="What was said">${lines}</ol>`,
    'transcript',
  );
}

function timeOf(index: number, start: number, hasSound: boolean): Html {
  const shown = length(start);
  if (!hasSound) return html`<span class="segment-time">${shown}</span>`;
  return html`<a class="segment-time" href="#segment-${index}" data-play="${start}" aria-label="Play from ${shown}">${shown}</a>`;
}

/** Where the words of a quote begin in the sound; where no times of words are known, where their segment does. */
export function startOfQuote(transcript: Heard, segmentIndex: number, quote: string): number | null {
  const segment = transcript?.segments[segmentIndex];
  if (segment === undefined) return null;
  const before = segment.text.slice(0, Math.max(0, segment.text.indexOf(quote)));
  return segment.words?.[before.split(' ').length - 1]?.start_time ?? segment.start_time;
}
