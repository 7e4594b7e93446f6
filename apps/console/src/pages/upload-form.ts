import type { InputOf } from '@debrief/contracts/define';
import type { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { type Category, categoryOf, type Integration } from '@debrief/contracts/resources/access';
import { DURATION_MAX_SECONDS } from '@debrief/contracts/resources/submission';
import {
  isEmail,
  isExternalId,
  isStorableText,
  isUuid,
  parseInstant,
  TEXT_MAX_LENGTH,
} from '@debrief/contracts/text';
import { instantOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { field, select, textOf } from '../html/parts.ts';
import { Fault } from '../http/fault.ts';

type People = InputOf<typeof resolveSubmission>;
type Contact = Pick<People, 'external_contact_id' | 'contact_name'>;
type Agent = Pick<People, 'external_user_id' | 'user_name' | 'user_email'>;

/** What a form says of a call. */
export interface UploadedCall {
  /** Somebody known, by id, or somebody new. */
  agent: string | Agent;
  contact: Contact;
  category: Category;
  incoming: boolean | null;
  occurred_at: string | null;
  duration_seconds: number;
}

const DAY_MS = 86_400_000;
const directions = [
  { value: '', name: 'Not known' },
  { value: 'outbound', name: 'Outbound' },
  { value: 'inbound', name: 'Inbound' },
];

/** @throws Fault naming what is wrong. */
export function callIn(body: unknown, integration: Integration, zone: string): UploadedCall {
  const text = (name: string) => textOf(body, name)?.trim() ?? '';
  const name = (which: string, what: string) => {
    const value = text(which);
    if (value === '') throw new Fault(`Give the name of ${what}.`);
    if (value.length > TEXT_MAX_LENGTH || !isStorableText(value))
      throw new Fault(`The name of ${what} is too long.`);
    return value;
  };
  const agent = (): string | Agent => {
    if (isUuid(text('agent'))) return text('agent');
    const user_name = name('agent-name', 'the agent');
    const user_email = text('agent-email');
    if (!isEmail(user_email) || !isExternalId(user_email))
      throw new Fault('Give the whole e-mail of the agent.');
    return { external_user_id: user_email, user_name, user_email };
  };
  const contact = (): Contact => {
    const contact_name = name('contact-name', 'the contact');
    const external_contact_id = text('contact-id') || `name:${contact_name.toLowerCase()}`;
    if (!isExternalId(external_contact_id))
      throw new Fault('The id of the contact in your CRM has at most 255 printable characters.');
    return { external_contact_id, contact_name };
  };
  const direction = text('direction');
  return {
    agent: agent(),
    contact: contact(),
    category: categoryIn(text('category'), integration),
    incoming: direction === '' ? null : direction === 'inbound',
    occurred_at: momentIn(text('occurred'), zone),
    duration_seconds: secondsIn(text('length')),
  };
}

function categoryIn(name: string, integration: Integration): Category {
  const category = isStorableText(name) && name !== '' ? categoryOf(integration, name) : null;
  if (category === null || name.length > TEXT_MAX_LENGTH) throw new Fault('Choose the category of the call.');
  if (category.kind !== 'call') throw new Fault('That category is for roleplays: choose one for calls.');
  return category;
}

/** As the browser's field gives it, in the reader's zone. */
function momentIn(local: string, zone: string): string | null {
  if (local === '') return null;
  const wanted = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local) ? local.slice(0, 16) : '';
  if (parseInstant(`${wanted}:00Z`) === null)
    throw new Fault('Say when the call took place as a day and a time.');
  const moment = instantOf(`${wanted}:00`, zone);
  if (moment.getTime() > Date.now() + DAY_MS)
    throw new Fault('The call cannot have taken place in the future.');
  return moment.toISOString();
}

function secondsIn(length: string): number {
  const [, hours = '0', minutes = '', seconds = ''] = /^(?:(\d):)?(\d{1,3}):([0-5]\d)$/.exec(length) ?? [];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (minutes === '' || total === 0 || total > DURATION_MAX_SECONDS)
    throw new Fault('Give the length of the call as minutes:seconds, up to four hours.');
  return total;
}

export function uploadForm(
  body: unknown,
  o: {
    integration: Integration;
    agents: readonly { value: string; name: string }[];
    token: Html;
    zone: string;
  },
): Html {
  const { integration, agents, token, zone } = o;
  const given = (name: string) => textOf(body, name);
  const text = (name: string, label: string, hint?: string, required = false) =>
    field({
      ...{ name, label, value: given(name), autocomplete: 'off', required },
      ...(hint !== undefined && { hint }),
    });
  const categories = integration.categories?.filter(({ kind }) => kind === 'call');
  const category =
    categories === undefined
      ? field({ name: 'category', label: 'Category', value: given('category') ?? 'sales', required: true })
      : select(
          'category',
          'Category',
          categories.map(({ name }) => ({ value: name, name })),
          given('category'),
        );
  const known = [{ value: '', name: 'Somebody new' }, ...agents];
  const isNew = agents.length === 0;
  // The file comes last, so that the server knows the rest before it comes.
  return html`<form class="card" method="post" action="/calls/upload" enctype="multipart/form-data"><div class="card-body">${token}<div class="filter-fields">
${!isNew && select('agent', 'Agent', known, given('agent'))}
${text('agent-name', 'Name of a new agent', 'Needed for somebody new', isNew)}
${field({ name: 'agent-email', label: 'E-mail of a new agent', type: 'email', value: given('agent-email'), hint: 'Needed for somebody new', autocomplete: 'off', required: isNew })}
${text('contact-name', 'Name of the contact', undefined, true)}
${text('contact-id', 'Their id in your CRM', 'Empty: the contact is known by the name')}
${select('direction', 'Direction', directions, given('direction'), 'Outbound: the agent called. Inbound: the contact called')}
${field({ name: 'occurred', label: 'When it took place', type: 'datetime-local', value: given('occurred'), hint: `In ${zone}. Empty: now` })}
${category}
${text('length', 'Length', 'As minutes:seconds; filled in from the file where the browser can', true)}
</div><div class="drop-zone mb-3" data-drop-zone><label class="form-label" for="file">Recording</label>
<input class="form-control" id="file" name="file" type="file" accept=".mp3,.wav,.m4a,.ogg,.oga,.opus,.flac,.aac,.amr" required aria-describedby="file-hint file-said">
<small class="form-hint" id="file-hint">Choose the file, or drop it here. MP3, WAV, M4A, OGG, FLAC, AAC or AMR.</small>
<p class="invalid-feedback mb-0" id="file-said" aria-live="assertive" data-said></p></div>
<button class="btn btn-primary">Upload</button> <a class="btn" href="/calls">Back to the calls</a></div></form>`;
}
