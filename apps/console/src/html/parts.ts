import { type Html, html, type Value } from './html.ts';

/** Parts that several pages use. */

export function heading(title: string, after?: Html): Html {
  return html`<div class="page-header mb-3"><h1 class="page-title">${title}</h1>${after}</div>`;
}

/** What a form is told when it was refused, read out by screen readers. */
export function alertOf(
  messages: readonly string[],
  kind: 'danger' | 'success' | 'info' = 'danger',
): Html | null {
  if (messages.length === 0) return null;
  const body =
    messages.length === 1
      ? html`${messages[0]}`
      : html`<ul class="mb-0">${messages.map((message) => html`<li>${message}</li>`)}</ul>`;
  return html`<div class="alert alert-${kind}" role="${kind === 'danger' ? 'alert' : 'status'}"><div>${body}</div></div>`;
}

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local';
  value?: string | undefined;
  hint?: string;
  autocomplete?: string;
  required?: boolean;
  readonly?: boolean;
  autofocus?: boolean;
  minlength?: number;
  maxlength?: number;
}

export function field(f: Field): Html {
  const hint =
    f.hint === undefined ? null : html`<small class="form-hint" id="${f.name}-hint">${f.hint}</small>`;
  return html`<div class="mb-3"><label class="form-label" for="${f.name}">${f.label}</label>
<input class="form-control" id="${f.name}" name="${f.name}" type="${f.type ?? 'text'}" value="${f.value ?? ''}"${attributes(
    {
      autocomplete: f.autocomplete,
      minlength: f.minlength,
      maxlength: f.maxlength,
      'aria-describedby': hint && `${f.name}-hint`,
      required: f.required,
      readonly: f.readonly,
      autofocus: f.autofocus,
    },
  )}>${hint}</div>`;
}

export interface Choice {
  value: string;
  name: string;
}

export function select(
  name: string,
  label: string,
  choices: readonly Choice[],
  chosen: string | undefined,
  hint?: string,
): Html {
  const options = choices.map(
    (choice) =>
      html`<option value="${choice.value}"${choice.value === chosen && html` selected`}>${choice.name}</option>`,
  );
  return html`<div class="mb-3"><label class="form-label" for="${name}">${label}</label>
<select class="form-select" id="${name}" name="${name}"${hint !== undefined && html` aria-describedby="${name}-hint"`}>${options}</select>
${hint !== undefined && html`<small class="form-hint" id="${name}-hint">${hint}</small>`}</div>`;
}

function attributes(given: Record<string, string | number | boolean | null | undefined>): Html[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === false) return [];
    return [value === true ? html` ${name}` : html` ${name}="${value}"`];
  });
}

export function badge(text: string, color: 'green' | 'red' | 'blue' | 'yellow' | 'secondary'): Html {
  return html`<span class="badge tint-${color}">${text}</span>`;
}

/** Instead of a list with nothing in it: what to do next. */
export function empty(title: string, next: Value): Html {
  return html`<div class="empty"><p class="empty-title">${title}</p><div class="empty-subtitle">${next}</div></div>`;
}

export function card(title: string | Html, content: Html, id?: string): Html {
  return html`<section class="card mb-3"${id !== undefined && html` id="${id}"`}><div class="card-header">
<h2 class="card-title">${title}</h2></div>${content}</section>`;
}

/** The text of a query's or form's field; the first of several. */
export function textOf(values: unknown, name: string): string | undefined {
  const given = (values as Record<string, unknown> | null | undefined)?.[name];
  const value = Array.isArray(given) ? given[0] : given;
  return typeof value === 'string' ? value : undefined;
}
