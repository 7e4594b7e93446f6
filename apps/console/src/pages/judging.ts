import { DebriefError } from '@debrief/contracts/errors';
import { getOwnIntegration, setOwnCategories } from '@debrief/contracts/operations/directory-own';
import {
  getOwnRubric,
  listOwnRubrics,
  type RubricState,
  setOwnRubrics,
} from '@debrief/contracts/operations/rubrics';
import type { Category } from '@debrief/contracts/resources/access';
import { isStorableText, TEXT_MAX_LENGTH } from '@debrief/contracts/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, card, field, heading, select, textOf } from '../html/parts.ts';
import { actionOf } from '../http/form-actions.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { changedMeanwhile, expectedIn, overtaken, versionField } from './expected-version.ts';
import { GENERAL, type Labels, tryCategories, tryLabels, withLabels } from './judging-trial.ts';
import { labelFaults, labelFields, labelsIn, unfitName } from './outcome-labels.ts';
import { callChoices, callField, type Trial } from './rubric-trial.ts';

const EMPTY_ROWS = 3;
const CATEGORIES_MAX = 100;

/** What calls are judged by: what outcomes are called, categories, and rubrics. */
export const judgingPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: Trial & { labels?: Labels; categories?: readonly Category[] } = {},
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const token = formToken(cookies, request, reply);
    const [{ data: rubrics }, general, integration] = await Promise.all([
      visitor.ask(listOwnRubrics, {}),
      visitor.ask(getOwnRubric, { name: GENERAL }),
      visitor.ask(getOwnIntegration, {}),
    ]);
    const labels = o.labels ?? (general.rubric.disposition_labels as Labels | undefined) ?? {};
    const categories = o.categories ?? integration.categories ?? [];
    const calls = await callChoices(request);
    // What is shown again is of the version that it was made of.
    const made = textOf(request.body, 'version');
    const ends = (form: 'labels' | 'categories', version: string | number) => ({
      hidden: html`${token}${versionField((o[form] && made) || version)}`,
      call: callField(`${form}-call`, calls, request.body),
    });
    const content = html`${heading('How calls are judged', html`<a class="btn" href="/settings/judging/wrong">What people say is wrong</a>`)}${alertOf(o.faults ?? [])}${o.done !== undefined && alertOf([o.done], 'success')}${o.tried}
${card('Rubrics', rubricList(rubrics, integration.categories ?? []), 'rubrics')}
${card('Categories of calls', categoryForm(categories, rubrics, ends('categories', integration.version)), 'categories')}
${card('What outcomes are called', labelForm(labels, ends('labels', general.state.version)), 'labels')}`;
    const status = o.status ?? ((o.faults ?? []).length > 0 ? 422 : 200);
    return send(request, reply, { title: 'How calls are judged', content, status });
  }

  // Where forms were answered: reloading by the address leads back.
  for (const form of ['labels', 'categories', 'rubrics'])
    server.get(`/settings/judging/${form}`, async (_, reply) =>
      reply.redirect(`/settings/judging#${form}`, 303),
    );

  server.get('/settings/judging', async (request, reply) => {
    visitorOf(request).requireRole('admin');
    return show(request, reply);
  });

  const does = { config: { does: ['try', 'set'] } };

  server.post('/settings/judging/labels', does, async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const labels = labelsIn(request.body);
    const wrong = labelFaults(labels);
    if (wrong.length > 0) return show(request, reply, { faults: wrong, labels });
    if (actionOf(request) === 'try') {
      const trial = await tryLabels(visitor, labels, textOf(request.body, 'labels-call') ?? '');
      return show(request, reply, { ...trial, labels });
    }
    const faults = await setLabels(visitor, labels, textOf(request.body, 'version'));
    if (faults.includes(changedMeanwhile)) return show(request, reply, { faults });
    if (faults.length > 0) return show(request, reply, { faults, labels });
    return show(request, reply, { done: 'Calls that are judged from now on have these outcomes.' });
  });

  server.post('/settings/judging/categories', does, async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const categories = categoriesIn(request.body);
    const { data: rubrics } = await visitor.ask(listOwnRubrics, {});
    const wrong = categoryFaults(categories, rubrics);
    if (wrong.length > 0) return show(request, reply, { faults: wrong, categories });
    if (actionOf(request) === 'try') {
      const id = textOf(request.body, 'categories-call') ?? '';
      return show(request, reply, { ...(await tryCategories(visitor, categories, id)), categories });
    }
    const given = { categories: categories.length === 0 ? null : categories, ...expectedIn(request.body) };
    const faults = await visitor.ask(setOwnCategories, given).then(() => [], overtaken);
    if (faults.length > 0) return show(request, reply, { faults });
    return show(request, reply, { done: 'From now on calls are submitted as one of these.' });
  });
};

/** What was refused, in sentences; what is no fault of the form is thrown. */
export function faultsOf(error: unknown): string[] {
  const isRefused = error instanceof DebriefError && [400, 409].includes(error.definition.status);
  if (isRefused) return [error.publicMessage].flat();
  throw error;
}

/** Beside all else that the general rubric says. */
async function setLabels(visitor: Visitor, labels: Labels, version: string | undefined): Promise<string[]> {
  const known = await visitor.ask(getOwnRubric, { name: GENERAL });
  const rubric = withLabels(known, labels);
  return visitor
    .ask(setOwnRubrics, { rubrics: [rubric], expected_version: version ?? known.state.version })
    .catch(overtaken)
    .then((stored) => (Array.isArray(stored) ? stored : []), faultsOf);
}

/** What ends a form: fields that are not seen, and on which call it is tried. */
interface Ends {
  hidden: Html;
  call: Html | null;
}

function buttons(call: Html | null, change: string): Html {
  return html`${call}${call !== null && html`<button class="btn" name="do" value="try">Try it</button> `}<button class="btn btn-primary" name="do" value="set">${change}</button>`;
}

function labelForm(labels: Labels, { hidden, call }: Ends): Html {
  return html`<form class="card-body" method="post" action="/settings/judging/labels">${hidden}
<p>Give an outcome a name of your own where you have one, such as “Demo booked” for Appointment Set. Insights count calls under the name that they had when they were judged. This makes a copy of the general rubric with your names; the rest still follows the built-in one.</p>
<div class="filter-fields">${labelFields(labels)}</div>${buttons(call, 'Change the names')}</form>`;
}

function categoriesIn(body: unknown): Category[] {
  const rows = Array.from({ length: CATEGORIES_MAX + EMPTY_ROWS }, (_, row) => {
    const text = (name: string) => textOf(body, `${name}-${row}`)?.trim() ?? '';
    const rubric = text('rubric');
    const kind = text('kind') === 'roleplay' ? 'roleplay' : 'call';
    return { name: text('category'), kind, ...(rubric !== '' && { rubric }) } as const;
  });
  return rows.filter(({ name }) => name !== '');
}

function categoryFaults(categories: readonly Category[], rubrics: readonly RubricState[]): string[] {
  const names = categories.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index));
  return [
    ...[...twice].map((name) => `The category “${name}” is there twice.`),
    ...names
      .filter((name) => name.length > TEXT_MAX_LENGTH || !isStorableText(name))
      .map((name) => unfitName(name, TEXT_MAX_LENGTH)),
    ...categories
      .filter(({ rubric }) => rubric !== undefined && !rubrics.some(({ name }) => name === rubric))
      .map(({ name, rubric }) => `“${name}” names the rubric “${rubric}”, which does not exist.`),
    ...(categories.length > CATEGORIES_MAX ? [`There can be ${CATEGORIES_MAX} categories.`] : []),
  ];
}

const kinds = [
  { value: 'call', name: 'A call' },
  { value: 'roleplay', name: 'A roleplay' },
];

function categoryForm(
  categories: readonly Category[],
  rubrics: readonly RubricState[],
  { hidden, call }: Ends,
): Html {
  const choices = [
    { value: '', name: 'The general one' },
    ...rubrics.map(({ name, title }) => ({ value: name, name: title })),
  ];
  const rows = Array.from({ length: categories.length + EMPTY_ROWS }, (_, row) => {
    const category = categories[row];
    return html`<fieldset class="filter-fields"><legend class="visually-hidden">Category ${row + 1}</legend>
${field({ name: `category-${row}`, label: 'Name', value: category?.name, autocomplete: 'off' })}
${select(`kind-${row}`, 'Is', kinds, category?.kind)}${select(`rubric-${row}`, 'Judged by', choices, category?.rubric)}</fieldset>`;
  });
  return html`<form class="card-body" method="post" action="/settings/judging/categories">${hidden}
<p>Each call is sent as one of these, and judged by the rubric beside it. Where there are categories, calls of any other are refused; without any, all are accepted and judged by the general rubric. To remove one, empty its name. (Over the API the category is <code>ai_category</code>.)</p>
${rows}${buttons(call, 'Change the categories')}</form>`;
}

/** What is judged by a rubric of this name unless its category names another. */
const defaults = new Map([
  [GENERAL, 'calls'],
  ['roleplay', 'roleplays'],
]);

function judgedBy(rubric: string, categories: readonly Category[]): string {
  const named = categories.filter((one) => one.rubric === rubric).map(({ name }) => name);
  const what = defaults.get(rubric);
  if (what === undefined) return named.length === 0 ? 'none of your calls' : named.join(', ');
  return [...named, categories.length === 0 ? `all ${what}` : `${what} of categories that name none`].join(
    ', ',
  );
}

/** Directory's categories: those that coaching knows come a moment later. */
function rubricList(rubrics: readonly RubricState[], categories: readonly Category[]): Html {
  const rows = rubrics.map(
    ({ name, title, built_in, criteria }) =>
      html`<tr><th scope="row"><a href="/settings/judging/rubrics/${name}">${title}</a></th>
<td data-label="Whose">${built_in ? 'Built in' : 'Your own'}</td><td data-label="Criteria">${criteria}</td>
<td data-label="Judges">${judgedBy(name, categories)}</td></tr>`,
  );
  return html`<div class="table-responsive"><table class="table table-vcenter card-table stacked">
<caption class="visually-hidden">Rubrics</caption>
<thead><tr><th scope="col">Rubric</th><th scope="col">Whose</th><th scope="col">Criteria</th><th scope="col">Judges</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p class="card-body mb-0"><a class="btn" href="/settings/judging/rubrics/new">Make a rubric</a></p>`;
}
