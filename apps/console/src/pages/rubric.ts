import type { OutputOf } from '@debrief/contracts/define';
import { getOwnRubric, listOwnRubrics, setOwnRubrics } from '@debrief/contracts/operations/rubrics';
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
import { asNotFound } from './addresses.ts';
import { faultsOf } from './judging.ts';
import { type Content, contentIn, rubricFields } from './rubric-fields.ts';
import { callChoices, callField, callToTry, type Trial, tryOn } from './rubric-trial.ts';

/** A rubric of fifty criteria with all their texts, as forms encode it. */
const BODY_LIMIT_BYTES = 500_000;

/** What a new rubric begins from unless another is chosen. */
const GENERAL = 'general-sales';

type Known = OutputOf<typeof getOwnRubric>;

/** A rubric that is shown, and what a form of it changes. */
interface Shown {
  /** Null for one that is to be made. */
  name: string | null;
  known: Known;
  content: Content;
}

/** One rubric as it judges, as it was set, and what it would make of a stored call. */
export const rubricPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: {
      shown: Shown;
      text?: string | undefined;
      isAsItIs?: boolean;
    } & Trial,
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const { name, known, content } = o.shown;
    const [choices, heirs] = await Promise.all([callChoices(request), heirsOf(visitor, name)]);
    const call = callField('call', choices, request.body);
    const title = name === null ? 'A new rubric' : known.rubric.title;
    const isJson = o.text !== undefined || textOf(request.query, 'as') === 'json';
    const isDone = o.done !== undefined;
    const given = isDone || o.isAsItIs === true ? undefined : request.body;
    const form = html`<form class="card-body" method="post" action="/settings/judging/rubrics">${formToken(cookies, request, reply)}
<input type="hidden" name="shown" value="${name}"><input type="hidden" name="base" value="${known.state.name}"><input type="hidden" name="version" value="${known.rubric.version}">
${heirs !== '' && html`<p>What is changed here is changed for ${heirs} as well, but for what they say themselves.</p>`}
${isJson ? jsonField(o.text ?? asJson(content)) : html`${name === null && nameField(request.body)}${rubricFields(known.rubric, content, given)}`}
${call}
<button class="btn" name="do" value="try">${call !== null ? 'Try it' : 'Look for faults'}</button> <button class="btn btn-primary" name="do" value="set">Use it from now on</button></form>`;
    const page = html`${heading(title)}<p><a href="/settings/judging">All rubrics</a></p>
${alertOf(o.faults ?? [])}${isDone && alertOf([o.done ?? ''], 'success')}${o.tried}
${name === null && !isJson && (await basesOf(visitor, known.state.name))}
${card(isJson ? 'As JSON' : 'What it judges by', form)}${otherWay(name, known, isJson)}
${card(name === null ? `As “${known.rubric.title}” judges` : 'As it judges', criteriaOf(known))}${isJson && card('What it can say', help, 'what')}`;
    const status = o.status ?? ((o.faults ?? []).length > 0 ? 422 : 200);
    return send(request, reply, { title, content: page, status });
  }

  server.get('/settings/judging/rubrics/:name', async (request, reply) => {
    visitorOf(request).requireRole('admin');
    const { name } = request.params as { name: string };
    const base = textOf(request.query, 'from') ?? GENERAL;
    return show(request, reply, {
      shown: await find(visitorOf(request), name === 'new' ? null : name, base),
    });
  });

  server.post(
    '/settings/judging/rubrics',
    { bodyLimit: BODY_LIMIT_BYTES, config: { does: ['try', 'set'] } },
    async (request, reply) => {
      const visitor = visitorOf(request);
      visitor.requireRole('admin');
      const text = textOf(request.body, 'rubric');
      const given = (name: string) => textOf(request.body, name) || null;
      const shown = await find(visitor, given('shown'), given('base') ?? GENERAL);
      const again = (o: Omit<Parameters<typeof show>[2], 'shown' | 'text'>) =>
        show(request, reply, { shown, text, ...o });
      // A form says all of a rubric, and would take back what somebody else has changed since it was opened.
      if (given('shown') !== null || text === undefined) {
        const isChanged = given('version') !== shown.known.rubric.version;
        if (isChanged && text === undefined) return again({ faults: [changedFields], isAsItIs: true });
        if (isChanged) return again({ faults: [changedJson] });
      }
      const { rubric, faults } = text === undefined ? fieldsIn(request.body, shown) : parsed(text);
      if (faults.length > 0) return again({ faults });
      if (shown.name === null && text === undefined && (await isTaken(visitor, rubric)))
        return again({ faults: ['There is a rubric of this name already: choose another one.'] });
      if (actionOf(request) === 'set') {
        const expected = expectedIn(rubric, shown, text !== undefined);
        const stored = await visitor.ask(setOwnRubrics, { rubrics: [rubric], ...expected }).catch(faultsOf);
        if (Array.isArray(stored)) return again({ faults: stored });
        const now = await find(visitor, stored.data[0]?.name ?? shown.name, GENERAL);
        const heirs = await heirsOf(visitor, now.name);
        const also =
          heirs === ''
            ? ''
            : ` What was changed holds for ${heirs} as well, but for what they say themselves.`;
        const done = `Calls are judged by it from now on.${also} Your operator can have earlier ones judged again.`;
        return show(request, reply, {
          shown: now,
          done,
          ...(text !== undefined && { text: asJson(now.content) }),
        });
      }
      const id = textOf(request.body, 'call') ?? '';
      return again(await tryOn(visitor, { id, call: await callToTry(visitor, id), rubric }));
    },
  );
};

/** The one of this name; where there is none yet, what a new one begins from. */
async function find(visitor: Visitor, name: string | null, base: string): Promise<Shown> {
  const known = await visitor.ask(getOwnRubric, { name: name ?? base }).catch(asNotFound);
  const { state, content } = known;
  if (name === null) return { name, known, content: { name: '', title: '', extends: base } };
  // A built-in one is changed by one of the team's that takes its place.
  return { name, known, content: state.built_in ? { name, extends: name } : (content as Content) };
}

/** The titles of those that follow this one, also through another. */
async function heirsOf(visitor: Visitor, name: string | null): Promise<string> {
  const { data } = await visitor.ask(listOwnRubrics, {});
  const bases = new Map(data.map((one) => [one.name, one.extends]));
  // What takes the place of a built-in one follows the general one by it.
  const baseOf = (one: string) => (bases.get(one) === one ? GENERAL : (bases.get(one) ?? null));
  const follows = (one: string | null, most = data.length): boolean =>
    one !== null && most > 0 && (one === name || follows(baseOf(one), most - 1));
  const heirs = data.filter((one) => one.name !== name && follows(baseOf(one.name)));
  return new Intl.ListFormat('en').format(heirs.map(({ title }) => title));
}

interface Said {
  rubric: unknown;
  faults: string[];
}

function parsed(text: string): Said {
  try {
    return { rubric: JSON.parse(text), faults: [] };
  } catch (error) {
    return { rubric: null, faults: [`This is not JSON: ${(error as Error).message}.`] };
  }
}

function fieldsIn(body: unknown, { name, known, content }: Shown): Said {
  const { content: rubric, faults } = contentIn(body, content, known.rubric);
  return { rubric: { ...rubric, name: name ?? textOf(body, 'name')?.trim() ?? '' }, faults };
}

/** Somebody may change it between our look and our change. A new one as JSON may take the place of another. */
function expectedIn(rubric: unknown, { name, known }: Shown, isJson: boolean) {
  if (name === null) return isJson ? {} : { expected_version: null };
  return (rubric as Content | null)?.name === name ? { expected_version: known.rubric.version } : {};
}

async function isTaken(visitor: Visitor, rubric: unknown): Promise<boolean> {
  const { data } = await visitor.ask(listOwnRubrics, {});
  return data.some(({ name }) => name === (rubric as Content).name);
}

function asJson(content: Content): string {
  return JSON.stringify(content, null, 2);
}

function nameField(body: unknown): Html {
  const hint = 'Small letters, digits and hyphens, as categories name it: first-talk';
  return field({
    ...{ name: 'name', label: 'Its name', value: textOf(body, 'name'), hint, required: true },
    ...{ maxlength: 60, autocomplete: 'off' },
  });
}

function jsonField(text: string): Html {
  return html`<p>A rubric that <code>extends</code> another says only how it differs from it. One under the name of a built-in one takes its place. <a href="#what">What it can say</a>.</p>
<label class="form-label" for="rubric">The rubric, as JSON</label>
<textarea class="form-control font-monospace mb-3" id="rubric" name="rubric" rows="18" spellcheck="false" required>${text}</textarea>`;
}

async function basesOf(visitor: Visitor, base: string): Promise<Html> {
  const { data } = await visitor.ask(listOwnRubrics, {});
  const choices = data.map(({ name, title }) => ({ value: name, name: title }));
  return html`<form class="filter-fields mb-3" action="/settings/judging/rubrics/new">${select('from', 'It begins from', choices, base)}
<div class="mb-3 align-self-end"><button class="btn">Show its criteria</button></div></form>`;
}

function otherWay(name: string | null, { state }: Known, isJson: boolean): Html {
  const path = `/settings/judging/rubrics/${name ?? 'new'}`;
  const query = new URLSearchParams({
    ...(name === null && { from: state.name }),
    ...(!isJson && { as: 'json' }),
  });
  return html`<p><a href="${path}?${query.toString()}">${
    isJson ? 'Back to the fields' : 'Criteria, indicators and texts of your own are written as JSON'
  }</a></p>`;
}

function criteriaOf({ rubric, state }: OutputOf<typeof getOwnRubric>): Html {
  const items = rubric.criteria.map(
    ({
      id,
      title,
      weight,
      indicators,
    }) => html`<li><strong>${title}</strong> (<code>${id}</code>), weight ${weight}
<div class="text-secondary">${indicators.map(({ heard, points: most }) => `${heard} (${most})`).join('; ')}</div></li>`,
  );
  return html`<div class="card-body"><p>${state.built_in ? 'Built in' : 'Your own'}, <code>${state.name}@${state.version}</code>. ${state.categories.length > 0 && `It judges: ${state.categories.join(', ')}.`}</p><ul class="claims">${items}</ul></div>`;
}

const changed = 'Somebody has changed this rubric since you opened it.';
const changedFields = `${changed} This is what it says now: make your changes again.`;
const changedJson = `${changed} Compare with it before you send this again: what you wrote takes its place.`;

const help = html`<div class="card-body"><dl class="facts">
<dt><code>extends</code></dt><dd>The rubric that this one differs from; criteria are matched by <code>id</code>, their indicators by name.</dd>
<dt><code>without</code></dt><dd>Ids of criteria that it leaves out; inside a criterion, indicators.</dd>
<dt><code>weight</code></dt><dd>A criterion’s share of the rating, against that of the others.</dd>
<dt><code>disposition_labels</code></dt><dd>What outcomes are called; easier to change under <a href="/settings/judging#labels">What outcomes are called</a>.</dd>
<dt><code>focus</code></dt><dd>What the team works on in a month: <code>[{ "month": "2026-12", "criterion": "listening" }]</code>.</dd></dl></div>`;
