import { html as escaping } from 'ghtml';

/** Markup: whatever is not made by `html` is text, and is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Value = Html | string | number | null | undefined | false | readonly Html[];

/**
 * Markup with values in it, each escaped unless it is markup itself. ghtml escapes; its own way to leave a value as it is,
 * a `!` before it, is not reachable from here, so that no typing error puts what somebody said into a page as markup.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = literals[0] ?? '';
  for (const [index, value] of values.entries()) text += textOf(value) + (literals[index + 1] ?? '');
  return new Html(text);
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escaping`${value}`;
}
