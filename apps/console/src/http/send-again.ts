import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../html/html.ts';
import type { CookieRules } from '../session/cookies.ts';
import { formToken, isOwnForm } from './form-tokens.ts';

/** The longest of our forms: a rubric. */
const BODY_MAX_BYTES = 500_000;
/** The token is made anew, and which button was pressed is of no interest to a reader. */
const UNSEEN = new Set(['form_token', 'do']);

/**
 * What a form of ours brought that was not answered, so that it can be sent again and nothing that was typed is lost. Null
 * for what was no such form, and for one with a password, which is typed again rather than put into a page. `isNext`: there
 * is nothing to do before.
 */
export async function sendAgain(
  cookies: CookieRules,
  request: FastifyRequest,
  reply: FastifyReply,
  isNext: boolean,
): Promise<Html | null> {
  if (!isForm(request)) return null;
  const body = await bodyOf(request);
  const { form_token: _, ...fields } = body ?? {};
  const isTyped =
    Object.keys(fields).length > 0 && !Object.keys(fields).some((name) => /password/.test(name));
  if (!isTyped || !isOwnForm(cookies, request, body)) return null;
  const values = Object.entries(fields).flatMap(([name, given]) =>
    [given].flat().map((value) => ({ name, value: String(value) })),
  );
  const typed = values.filter(({ name, value }) => !UNSEEN.has(name) && /\s/.test(value.trim()));
  return html`<form method="post" action="${request.url}">${formToken(cookies, request, reply)}
${values.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="btn${isNext && ' btn-primary'}">Send it again</button></form>
${typed.length > 0 && html`<details class="mt-3 text-start"><summary class="link">What you wrote</summary>${typed.map(({ value }) => html`<p class="answer">${value}</p>`)}</details>`}`;
}

/** One that the browser shows the answer of; what is saved while somebody types stays in its page. */
export function isForm({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'POST' &&
    headers['hx-request'] === undefined &&
    (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  );
}

/** It is not read yet where directory could not say who sends it. */
async function bodyOf({ body, raw, headers }: FastifyRequest): Promise<Record<string, unknown> | null> {
  if (body !== undefined) return body as Record<string, unknown> | null;
  if (raw.readableEnded || !(Number(headers['content-length']) <= BODY_MAX_BYTES)) return null;
  const pieces: Buffer[] = [];
  try {
    for await (const piece of raw) pieces.push(piece);
  } catch {
    // Whoever sent it is gone.
    return null;
  }
  const given = new URLSearchParams(Buffer.concat(pieces).toString());
  return Object.fromEntries([...new Set(given.keys())].map((name) => [name, given.getAll(name)]));
}
