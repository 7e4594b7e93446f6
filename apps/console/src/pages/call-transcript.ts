import type { OutputOf } from '@debrief/contracts/define';
import type { getCorrections } from '@debrief/contracts/operations/corrections';
import type { TranscriptView } from '@debrief/contracts/resources/transcript';
import { length } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { card } from '../html/parts.ts';

/** Null: it is kept no longer. */
export type Heard = TranscriptView | null;

interface Shown {
  hasSound: boolean;
  corrections: OutputOf<typeof getCorrections>;
  /** The page where the reader may correct it; null for whoever may not. */
  correctAt: string | null;
}

/** What was said, each segment with an address of its own that quotes lead to. */
export function transcriptCard(transcript: Heard, { hasSound, corrections, correctAt }: Shown): Html {
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
  const heard = new Map(corrections.heard?.lines.map(({ segment_index, text }) => [segment_index, text]));
  const lines = segments.map(({ speaker, start_time, text }, index) => {
    const before = heard.get(index);
    return html`<li id="segment-${index}" tabindex="-1" class="segment${speaker === speakers.agent && ' of-agent'}" data-start="${start_time}">
${timeOf(index, start_time, hasSound)} <strong>${speaker}</strong> ${text}${
      before !== undefined && html` <small class="text-secondary">Corrected; heard as: ${before}</small>`
    }${
      correctAt !== null &&
      html` <a class="segment-correct" href="${correctAt}?line=${index}">Correct<span class="visually-hidden"> what was said at ${length(start_time)}</span></a>`
    }</li>`;
  });
  return card(
    'Transcript',
    html`${head(transcript, corrections, correctAt)}<ol class="card-body transcript" tabindex="0" aria-label="What was said">${lines}</ol>`,
    'transcript',
  );
}

function head(
  { speakers }: TranscriptView,
  { heard }: Shown['corrections'],
  correctAt: string | null,
): Html | null {
  if (heard === null && correctAt === null) return null;
  const { agent, contact } = heard?.speakers ?? speakers;
  const isRenamed = agent !== speakers.agent || contact !== speakers.contact;
  return html`<div class="card-body border-bottom">${
    heard !== null &&
    html`<p class="mb-1">Corrected by hand${isRenamed && `; before, the speakers were called ${agent} and ${contact}`}.</p>`
  }${correctAt !== null && html`<a href="${correctAt}">Correct who speaks</a>`}</div>`;
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
