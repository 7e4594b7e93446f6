import type { InputOf } from '@debrief/contracts/define';
import { type setOwnCoaching, setOwnSignals } from '@debrief/contracts/operations/directory-own';
import type { Cadence, Integration } from '@debrief/contracts/resources/access';
import { type Html, html } from '../html/html.ts';
import { field, select, textOf } from '../html/parts.ts';
import type { Visitor } from '../session/visitor.ts';
import { expectedIn } from './expected-version.ts';

const REVIEW_DAYS_MAX = 366;

/** What the form of coaching says, as it was typed. */
export interface GivenCoaching {
  cadences: readonly Cadence[];
  review_days: string;
  agenda_mails: boolean;
}

export const cadences: Record<Cadence, string> = {
  weekly: 'Every week',
  semimonthly: 'Every half of a month',
  monthly: 'Every month',
};
const cadenceNames = Object.keys(cadences) as Cadence[];

export const coachingOf = ({ cadences, review_days, agenda_mails }: Integration): GivenCoaching => ({
  ...{ cadences, review_days: String(review_days), agenda_mails },
});

export function coachingIn(body: unknown): GivenCoaching {
  return {
    cadences: cadenceNames.filter((cadence) => textOf(body, cadence) !== undefined),
    review_days: textOf(body, 'review_days')?.trim() ?? '',
    agenda_mails: textOf(body, 'agenda_mails') !== undefined,
  };
}

/** What to set, or the sentence that says why not. */
export function checkCoaching(given: GivenCoaching): InputOf<typeof setOwnCoaching> | string {
  const { review_days: text, agenda_mails } = given;
  const review_days = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(review_days <= REVIEW_DAYS_MAX))
    return `Agents have 0 to ${REVIEW_DAYS_MAX} whole days to answer an agenda.`;
  return { cadences: [...given.cadences], review_days, agenda_mails };
}

export function coachingForm(given: GivenCoaching, token: Html): Html {
  return html`<form class="card-body" method="post" action="/settings/data/coaching">${token}
<fieldset class="mb-3"><legend class="form-label">When a period of coaching ends</legend>
${cadenceNames.map((name) => box(name, cadences[name], given.cadences.includes(name)))}
<small class="form-hint">Each ends with a digest of the team and an agenda for each agent. None chosen: there are no new ones</small></fieldset>
${field({ name: 'review_days', label: 'Days to answer an agenda', value: given.review_days, hint: `0 to ${REVIEW_DAYS_MAX}, counted from the day the agenda is made, usually the day after the period ends`, autocomplete: 'off' })}
<div class="mb-3">${box('agenda_mails', 'Mail agents that their agenda is ready', given.agenda_mails)}</div>
<button class="btn btn-primary">Change</button></form>`;
}

function box(name: string, label: string, isChosen: boolean): Html {
  return html`<label class="form-check"><input class="form-check-input" type="checkbox" name="${name}"${isChosen && html` checked`}>
<span class="form-check-label">${label}</span></label>`;
}

const states = [
  { value: 'on', name: 'Inferred from their calls' },
  { value: 'off', name: 'Not inferred, and deleted' },
];

export function signalsForm(
  { signals }: Integration,
  { visitor, token }: { visitor: Visitor; token: Html },
): Html {
  const now = signals ? 'Profiles of agents are inferred.' : 'No profiles of agents are inferred.';
  if (!visitor.isAtLeast('owner'))
    return html`<div class="card-body"><p>${now}</p><p class="mb-0">An owner of the organization can change it.</p></div>`;
  return html`<form class="card-body" method="post" action="/settings/data/signals">${token}
<p>A profile (the API’s signal) says how an employee comes across, inferred from how they speak in calls. Tell the agents, ask whoever must be asked first, and never hire, pay or dismiss by it. Switched off, all that was inferred and counted is deleted for good; switched on again, it starts with the next call.</p>
${select('signals', 'Profiles of agents are', states, signals ? 'on' : 'off')}<button class="btn btn-primary">Change</button></form>`;
}

/** @returns what is true now, or what is wrong with the form. */
export async function setSignals(visitor: Visitor, body: unknown): Promise<string | string[]> {
  const given = textOf(body, 'signals');
  if (given !== 'on' && given !== 'off') return ['Choose whether profiles are inferred.'];
  await visitor.ask(setOwnSignals, { signals: given === 'on', ...expectedIn(body) });
  return given === 'on'
    ? 'Profiles of agents are inferred, from the next call on.'
    : 'Profiles are inferred no more, and those that there are get deleted.';
}
