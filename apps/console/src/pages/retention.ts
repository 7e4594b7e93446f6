import type { InputOf, OutputOf } from '@debrief/contracts/define';
import type { countRemovals } from '@debrief/contracts/operations/ingest-audio';
import type { Integration } from '@debrief/contracts/resources/access';
import { type Html, html } from '../html/html.ts';
import { alertOf, card, field, heading, textOf } from '../html/parts.ts';
import type { Visitor } from '../session/visitor.ts';

const DAYS_MAX = 36_500;

/** How long data is kept, as it was typed. */
export interface GivenKeeping {
  text_days: string;
  audio_days: string;
}
type Keeping = InputOf<typeof countRemovals>;
type Removals = OutputOf<typeof countRemovals>;

export const keepingOf = ({ text_days, audio_days }: Integration): GivenKeeping => ({
  text_days: String(text_days ?? ''),
  audio_days: String(audio_days ?? ''),
});

export function keepingIn(body: unknown): GivenKeeping {
  const text = (name: string) => textOf(body, name)?.trim() ?? '';
  return { text_days: text('text_days'), audio_days: text('audio_days') };
}

/** What to set, or the sentences that say why not. */
export function checkKeeping(given: GivenKeeping): Keeping | string[] {
  const [text_days, audio_days] = [daysOf(given.text_days, 1), daysOf(given.audio_days, 0)];
  if (text_days !== undefined && audio_days !== undefined) return { text_days, audio_days };
  return [
    ...(text_days === undefined
      ? [`Texts are kept for 1 to ${DAYS_MAX} days, or for good: leave it empty.`]
      : []),
    ...(audio_days === undefined
      ? [`Sound is kept for 0 to ${DAYS_MAX} days, or as your operator set: leave it empty.`]
      : []),
  ];
}

/** Undefined: no number of days. */
function daysOf(text: string, least: number): number | null | undefined {
  if (text === '') return null;
  const days = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return days >= least && days <= DAYS_MAX ? days : undefined;
}

const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`);

export function keepingForm(
  { text_days, audio_days }: Integration,
  { visitor, token, given }: { visitor: Visitor; token: Html; given: GivenKeeping },
): Html {
  const now = html`<dl class="facts mb-3"><dt>Texts</dt><dd>${text_days === null ? 'Kept for good' : `Kept for ${daysText(text_days)}`}</dd>
<dt>Sound</dt><dd>${audio_days === null ? 'As your operator has set it' : audio_days === 0 ? 'Not kept' : `Kept for ${daysText(audio_days)}`}</dd></dl>`;
  if (!visitor.isAtLeast('owner'))
    return html`<div class="card-body">${now}<p class="mb-0">An owner of the organization can change it.</p></div>`;
  return html`<form class="card-body" method="post" action="/settings/data/retention">${token}${now}
${field({ name: 'text_days', label: 'Days to keep transcripts and coaching', value: given.text_days, hint: 'Counted from the day a recording arrives. Empty: for good', autocomplete: 'off' })}
${field({ name: 'audio_days', label: 'Days to keep sound', value: given.audio_days, hint: '0: none is kept. Empty: as your operator has set it. Sound never outlasts its transcript', autocomplete: 'off' })}
<p>What is older is deleted for good; the calls, their ratings and the counts in insights stay. Where your change deletes something, you are told how much, and asked once more.</p>
<button class="btn btn-primary">Change</button></form>`;
}

/** How many calls lose something: the larger of two counts, since sound goes with its texts or before. */
function callsOf({ texts, audio }: Removals): number {
  return Math.max(texts, audio);
}

/** Nothing goes, or its number was typed. */
export function isConfirmed(body: unknown, removals: Removals): boolean {
  return callsOf(removals) === 0 || textOf(body, 'confirm')?.trim() === String(callsOf(removals));
}

/** Asks for the number of calls that lose something, since none of it comes back. */
export function confirmRemovals(
  given: GivenKeeping,
  removals: Removals,
  { token, isAgain }: { token: Html; isAgain: boolean },
): { content: Html; status: number } {
  const { texts, audio, counted_to } = removals;
  const calls = callsOf(removals);
  const count = (number: number) =>
    `${number === counted_to ? 'at least ' : ''}${number} ${number === 1 ? 'recording' : 'recordings'}`;
  const form = html`<form class="card-body" method="post" action="/settings/data/retention">${token}
<input type="hidden" name="text_days" value="${given.text_days}"><input type="hidden" name="audio_days" value="${given.audio_days}">
<p>With this change the following is deleted within the day, in every part of Debrief:</p>
<ul>${texts > 0 && html`<li>of <strong>${count(texts)}</strong> the transcript and the texts of the coaching, with what agendas, digests and profiles say of them</li>`}
${audio > 0 && html`<li>of <strong>${count(audio)}</strong> the sound</li>`}</ul>
<p>The calls, their ratings and the counts in insights stay.</p>
${field({ name: 'confirm', label: `Type ${calls} to confirm`, required: true, autocomplete: 'off' })}
<button class="btn tint-red">Change it and delete for good</button> <a class="btn" href="/settings/data">Keep</a></form>`;
  const faults = isAgain ? [`That is not ${calls}, so nothing was changed.`] : [];
  return {
    content: html`${heading('Keep data for less time')}${alertOf(faults)}${card('This cannot be undone', form)}`,
    status: isAgain ? 422 : 200,
  };
}

/** What is true once the time is set. */
export function whatFollows(removals: Removals): string {
  return callsOf(removals) === 0
    ? 'The time is changed. Nothing that is kept now is older, so nothing is deleted today.'
    : 'The time is changed. What is older is deleted within the day.';
}
