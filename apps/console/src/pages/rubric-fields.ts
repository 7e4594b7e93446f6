import type { Rubric, RubricCriterion } from '@debrief/contracts/resources/rubric';
import { type Html, html } from '../html/html.ts';
import { field, textOf } from '../html/parts.ts';

/** What a rubric says of itself, perhaps only how it differs from another; checked where it is set. */
export type Content = Record<string, unknown> & { criteria?: Change[]; without?: string[] };
interface Change extends Record<string, unknown> {
  id: string;
  indicators?: ({ indicator: string } & Record<string, unknown>)[];
}

const FOCUS_ROWS = 3;

/** What a manager turns: weights, points, what is left out, and what the team works on. The rest is said as JSON. */
export function rubricFields(rubric: Rubric, content: Content, body: unknown): Html {
  const isSent = textOf(body, 'fields') !== undefined;
  const given = (name: string, present: unknown) =>
    (isSent ? textOf(body, name) : undefined) ?? String(present ?? '');
  const checked = (name: string) => isSent && textOf(body, name) !== undefined && html` checked`;
  const criteria = rubric.criteria.map(
    ({
      id,
      title,
      weight,
      indicators,
    }) => html`<fieldset class="border-bottom mb-3"><legend class="h4">${title}</legend>
<div class="filter-fields">${numberField(`weight-${id}`, 'Weight', given(`weight-${id}`, weight))}
<label class="form-check mb-3"><input class="form-check-input" type="checkbox" name="leave-${id}"${checked(`leave-${id}`)}>
<span class="form-check-label">Leave it out<span class="visually-hidden">: ${title}</span></span></label></div>
<details class="mb-3"><summary>Points<span class="visually-hidden"> of ${title}</span></summary><div class="filter-fields mt-2">${indicators.map(
      ({ indicator, heard, points }) =>
        numberField(`points-${id}-${indicator}`, sentence(heard), given(`points-${id}-${indicator}`, points)),
    )}</div></details></fieldset>`,
  );
  const left = (content.without ?? []).map(
    (
      id,
    ) => html`<label class="form-check"><input class="form-check-input" type="checkbox" name="back-${id}"${checked(`back-${id}`)}>
<span class="form-check-label">Judge by <code>${id}</code> again, which is left out</span></label>`,
  );
  return html`<input type="hidden" name="fields" value="yes">
${field({ name: 'title', label: 'What it is called', value: given('title', rubric.title), required: true, maxlength: 100, autocomplete: 'off' })}
<p>A criterion’s weight is its share of the rating against that of the others: one of weight 2 moves the rating as much as four of weight 0.5. Points share a criterion among what it looks for: what has 2 of its 4 points is half of it.</p>
${criteria}${left}${focusFields(rubric, given)}`;
}

function numberField(name: string, label: string, value: string): Html {
  return html`<div class="mb-3"><label class="form-label" for="${name}">${label}</label>
<input class="form-control" id="${name}" name="${name}" type="number" step="any" min="0.01" max="1000" value="${value}" required></div>`;
}

function focusFields(
  { criteria, focus = [] }: Rubric,
  given: (name: string, present: unknown) => string,
): Html {
  const rows = Array.from({ length: focus.length + FOCUS_ROWS }, (_, row) => {
    const one = focus[row];
    const chosen = given(`focus-criterion-${row}`, one?.criterion);
    const options = [{ id: '', title: 'Nothing' }, ...criteria].map(
      ({ id, title }) => html`<option value="${id}"${id === chosen && html` selected`}>${title}</option>`,
    );
    const label = (part: string, text: string) =>
      html`<label class="form-label" for="focus-${part}-${row}">${text}<span class="visually-hidden"> ${row + 1}</span></label>`;
    return html`<div class="filter-fields"><div class="mb-3">${label('month', 'Month')}
<input class="form-control" id="focus-month-${row}" name="focus-month-${row}" value="${given(`focus-month-${row}`, one?.month)}" placeholder="2026-12" autocomplete="off"></div>
<div class="mb-3">${label('criterion', 'Criterion')}<select class="form-select" id="focus-criterion-${row}" name="focus-criterion-${row}">${options}</select></div>
<div class="mb-3">${label('note', 'In your words')}
<input class="form-control" id="focus-note-${row}" name="focus-note-${row}" value="${given(`focus-note-${row}`, one?.note)}" maxlength="300" autocomplete="off"></div></div>`;
  });
  return html`<details class="mb-3"${focus.length > 0 && html` open`}><summary>What the team works on in a month</summary><div class="mt-2">${rows}</div></details>`;
}

/** What the form says, as a change of what the rubric says of itself. @returns what is wrong, too. */
export function contentIn(
  body: unknown,
  content: Content,
  rubric: Rubric,
): { content: Content; faults: string[] } {
  const text = (name: string) => textOf(body, name)?.trim() ?? '';
  const faults: string[] = [];
  const numberIn = (name: string, what: string, before: number): number => {
    const value = Number(text(name).replace(',', '.') || before);
    if (value > 0 && value <= 1000) return value;
    faults.push(`${what} must be a number above 0 and at most 1000.`);
    return before;
  };
  const changes = new Map((content.criteria ?? []).map((change) => [change.id, change]));
  const without = new Set((content.without ?? []).filter((id) => text(`back-${id}`) === ''));
  for (const criterion of rubric.criteria) {
    const { id, title } = criterion;
    if (text(`leave-${id}`) !== '') {
      if (!isWhole(changes.get(id))) without.add(id);
      changes.delete(id);
      continue;
    }
    const weight = numberIn(`weight-${id}`, `The weight of ${title}`, criterion.weight);
    if (weight !== criterion.weight) changes.set(id, { id, ...changes.get(id), weight });
    for (const { indicator, heard, points: before } of criterion.indicators) {
      const points = numberIn(`points-${id}-${indicator}`, `The points of “${sentence(heard)}”`, before);
      if (points !== before) changes.set(id, withPoints(changes.get(id) ?? { id }, indicator, points));
    }
  }
  const title = text('title');
  const focus = focusIn(text, rubric);
  return {
    content: {
      ...content,
      ...(title !== rubric.title && { title }),
      ...(JSON.stringify(focus) !== JSON.stringify(rubric.focus ?? []) && { focus }),
      ...((changes.size > 0 || content.criteria !== undefined) && { criteria: [...changes.values()] }),
      ...((without.size > 0 || content.without !== undefined) && { without: [...without] }),
    },
    faults,
  };
}

/** One of its own rather than a change of an inherited one: that needs all of these. */
function isWhole(change: Partial<RubricCriterion> | Change | undefined): boolean {
  return change !== undefined && ['title', 'weight', 'applies', 'indicators'].every((name) => name in change);
}

function withPoints(change: Change, indicator: string, points: number): Change {
  const indicators = change.indicators ?? [];
  const isThere = indicators.some((one) => one.indicator === indicator);
  const changed = indicators.map((one) => (one.indicator === indicator ? { ...one, points } : one));
  return { ...change, indicators: isThere ? changed : [...changed, { indicator, points }] };
}

function focusIn(text: (name: string) => string, { focus = [] }: Rubric) {
  return Array.from({ length: focus.length + FOCUS_ROWS }, (_, row) => {
    const [month, criterion, note] = ['month', 'criterion', 'note'].map((part) =>
      text(`focus-${part}-${row}`),
    );
    if (month === '' && criterion === '') return [];
    return [{ month, criterion, ...(note !== '' && { note }) }];
  }).flat();
}

/** `asked who else decides` follows “You”, as feedback says it. */
function sentence(heard: string): string {
  return `You ${heard}`;
}
