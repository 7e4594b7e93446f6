import type { OutputOf } from '@debrief/contracts/define';
import type { getAudio } from '@debrief/contracts/operations/ingest-audio';
import type { AnalysisBody, Conversation } from '@debrief/contracts/resources/analysis';
import type { TranscriptView } from '@debrief/contracts/resources/transcript';
import { duration, length } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { card } from '../html/parts.ts';
import { type Heard, startOfQuote } from './call-transcript.ts';

export type Audio = OutputOf<typeof getAudio> | null;

/** Overlaps that are shorter happen at any quick change of speakers (docs/metrics.md). */
const OVERLAP_SECONDS = 0.2;
/** What is shorter is most often a word of agreement. */
const INTERRUPTING_WORDS = 4;

/** Who speaks when, under the waveform where the sound is kept. */
export function soundCard(analysis: AnalysisBody, transcript: Heard, audio: Audio): Html | null {
  if (transcript === null || transcript.segments.length === 0) return audio && card('Sound', waveform(audio));
  return card(
    'Who speaks when',
    html`<div class="card-body">${audio && waveform(audio)}${talkBar(analysis, transcript, audio)}
${legend()}${figures(analysis.conversation, transcript)}
${audio === null && html`<p class="text-secondary mb-0">The sound of this call is not kept, so it can be read and not heard.</p>`}</div>`,
    'sound',
  );
}

/** Drawn by script; without it the player is there all the same. */
function waveform({ peaks, duration_seconds }: NonNullable<Audio>): Html {
  return html`<div id="waveform" class="waveform needs-script" data-peaks="${peaks.join(' ')}" data-seconds="${duration_seconds}"></div>`;
}

/** Stays in sight at the foot of the page. */
export function playerOf(callId: string, audio: Audio): Html | null {
  if (audio === null) return null;
  return html`<div class="player"><audio id="player" controls preload="metadata" src="/calls/${callId}/audio" aria-label="Sound of this call"></audio></div>`;
}

const LANE = { agent: { name: 12, bar: 16 }, contact: { name: 46, bar: 50 } } as const;
const MARKS = { question: 76, objection: 90, interruption: 104 } as const;

const names = { question: 'Question', objection: 'Objection', interruption: 'Interruption' } as const;

/** Marks differ by shape as well as by colour. */
const shapes = {
  question: html`<circle r="4" class="mark-question"/>`,
  objection: html`<path d="M0-5 5 0 0 5-5 0z" class="mark-objection"/>`,
  interruption: html`<path d="M0-5 5 4-5 4z" class="mark-interruption"/>`,
};

interface Mark {
  kind: keyof typeof MARKS;
  start: number;
  speaker: string;
  text: string;
}

/** A mark whose title screen readers tell as its name. */
function drawn({ kind, start, speaker, text }: Mark, x: string): Html {
  const title = `${length(start)} ${names[kind]} of ${speaker}: ${text}`;
  return html`<svg x="${x}" y="${MARKS[kind]}" class="mark" role="img"><title>${title}</title>${shapes[kind]}</svg>`;
}

function talkBar({ evidence, conversation }: AnalysisBody, transcript: TranscriptView, audio: Audio): Html {
  const { segments, speakers } = transcript;
  const seconds = audio?.duration_seconds ?? transcript.duration_seconds;
  const total = segments.reduce((end, { end_time }) => Math.max(end, end_time), seconds);
  const at = (time: number) => `${((100 * time) / total).toFixed(2)}%`;
  const laneOf = (speaker: string) => (speaker === speakers.agent ? 'agent' : 'contact');
  const bars = segments.map(({ speaker, start_time, end_time }) => {
    const lane = laneOf(speaker);
    return html`<rect x="${at(start_time)}" width="${at(Math.max(end_time - start_time, total / 500))}" y="${LANE[lane].bar}" height="12" class="talk-${lane}"/>`;
  });
  const marks = [
    ...segments
      .filter(({ speaker }) => laneOf(speaker) === 'agent')
      .flatMap((segment) =>
        questionTimes(segment).map((start): Mark => ({ kind: 'question', start, ...segment })),
      ),
    ...evidence
      .filter(({ claim_id }) => claim_id.startsWith('objections.outcomes.'))
      .map(({ segment_index, quote, ...one }): Mark => {
        const start = startOfQuote(transcript, segment_index, quote) ?? one.start_time;
        return { kind: 'objection', start, speaker: one.speaker, text: quote };
      }),
    ...interruptions(transcript).map(
      (segment): Mark => ({ kind: 'interruption', start: segment.start_time, ...segment }),
    ),
  ]
    .toSorted((a, b) => a.start - b.start)
    .map((mark) => drawn(mark, at(mark.start)));
  const { talk_ratio: ratio } = conversation;
  const share = ratio === null ? null : Math.round(100 * ratio);
  const name = (lane: keyof typeof LANE, percent: number | null) =>
    html`<text y="${LANE[lane].name}">${speakers[lane]}${percent !== null && ` · ${percent} %`}</text>`;
  const said = share === null ? '' : `: ${speakers.agent} ${share} %`;
  // What is an image as a whole hides from screen readers what is in it.
  return html`<svg class="talk-bar" id="talk-bar" role="group" height="112" data-seconds="${total}" aria-label="Who speaks when${said}">
${name('agent', share)}${name('contact', share === null ? null : 100 - share)}
${bars}${marks}<line id="playhead" class="playhead" x1="0" x2="0" y1="0" y2="112"/></svg>
<div class="talk-times" aria-hidden="true"><span>0:00</span><span>${duration(seconds)}</span></div>`;
}

/** When each question mark is said, as coaching counts them; by its place in the line where words have no times. */
function questionTimes({ text, words, start_time, end_time }: TranscriptView['segments'][number]): number[] {
  if (words !== undefined)
    return words.filter((word) => word.text.includes('?')).map((word) => word.start_time);
  const places = [...text.matchAll(/\?+/g)].map(({ index }) => index / text.length);
  return places.map((place) => start_time + place * (end_time - start_time));
}

/** Segments that begin while the other still speaks. */
function interruptions({ segments }: TranscriptView): TranscriptView['segments'] {
  const ends = new Map<string, number>();
  return segments.filter(({ speaker, start_time, end_time, text }) => {
    const isOver = [...ends].some(([other, end]) => other !== speaker && end - start_time >= OVERLAP_SECONDS);
    ends.set(speaker, Math.max(ends.get(speaker) ?? 0, end_time));
    return isOver && text.split(' ').length >= INTERRUPTING_WORDS;
  });
}

function legend(): Html {
  const entry = (kind: keyof typeof shapes, text: string) =>
    html`<li><svg class="legend-mark" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">${shapes[kind]}</svg> ${text}</li>`;
  return html`<ul class="legend">${entry('question', 'a question mark of the agent')}${entry('objection', 'an objection')}${entry('interruption', 'begins while the other speaks')}</ul>`;
}

function figures(c: Conversation, { speakers, punctuation }: TranscriptView): Html {
  // Question marks that rules set are too few: coaching then estimates from what is said.
  const isEstimated = punctuation === 'rules' || punctuation === 'none';
  const parts = [
    `${speakers.agent} asked ${isEstimated ? 'about ' : ''}${count(c.questions, 'question')}${isEstimated ? ', some without a mark here' : ''}.`,
    c.longest_monologue_seconds !== null &&
      `Longest turn: ${speakers.agent} ${duration(c.longest_monologue_seconds)}${
        c.longest_customer_story_seconds === null
          ? ''
          : `, ${speakers.contact} ${duration(c.longest_customer_story_seconds)}`
      }.`,
    c.interruptions === 0
      ? 'Nobody interrupted the other.'
      : `${count(c.interruptions, 'interruption')} in all.`,
  ];
  return html`<p class="mb-0">${parts.filter(Boolean).join(' ')}</p>`;
}

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}
