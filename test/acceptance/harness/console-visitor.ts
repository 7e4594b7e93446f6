import { setTimeout as sleep } from 'node:timers/promises';
import type { Debrief, Integration } from './debrief.ts';
import { newId } from './submissions.ts';

export interface Answered {
  status: number;
  html: string;
  /** What a reader sees: without tags, with single spaces. */
  text: string;
  location: string | null;
  type: string;
  headers: Headers;
}

/** Somebody signed in to the console, without a browser: what is sent and answered, as without script. */
export interface ConsoleVisitor {
  get(path: string): Promise<Answered>;
  /** Sends the fields as a form of ours. */
  post(path: string, fields: Record<string, string>): Promise<Answered>;
  /** What a browser needs to be signed in as them. */
  cookies(): { name: string; value: string }[];
}

export const PASSWORD = 'four words for tests';
const MOST_TRIES = 4;

/** Adds a member and signs them in by the link that the operator gets. */
export async function visitConsole(
  debrief: Debrief,
  role: 'owner' | 'admin' | 'member',
  integration: Pick<Integration, 'id' | 'organization_id'>,
  email = `${newId('person')}@acme.example`,
  name = 'Pat Person',
): Promise<ConsoleVisitor> {
  const place =
    role === 'owner' ? { organization_id: integration.organization_id } : { integration_id: integration.id };
  const { link } = await debrief.operate('addMember', { email, name, role, ...place });
  if (link === null) throw new Error(`${email} has an account already`);
  const visitor = visitorWithoutSession((await debrief.stack()).console_url);
  const { pathname } = new URL(link.url);
  const page = await visitor.get(pathname);
  if (page.status !== 200) throw new Error(page.text);
  const signedIn = await visitor.post(pathname, { password: PASSWORD, name });
  if (signedIn.status !== 303) throw new Error(signedIn.text);
  // The token of forms belongs to the session from here on.
  await visitor.get('/account');
  return visitor;
}

/** Nobody yet. */
export function visitorWithoutSession(origin: string): ConsoleVisitor {
  const jar = new Map<string, string>();
  let token = '';
  async function send(path: string, init: RequestInit): Promise<Answered> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookie !== '' && { cookie }) };
    const response = await askAgain(() =>
      fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    // It has no end.
    const html = isStream ? '' : await response.text();
    if (isStream) await response.body?.cancel();
    token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? token;
    return {
      ...{ status: response.status, html, text: textOf(html) },
      location: response.headers.get('location'),
      type: response.headers.get('content-type') ?? '',
      headers: response.headers,
    };
  }
  return {
    get: (path) => send(path, {}),
    post: (path, fields) =>
      send(path, { method: 'POST', body: new URLSearchParams({ form_token: token, ...fields }) }),
    cookies: () => [...jar].map(([name, value]) => ({ name, value })),
  };
}

/** A 503 is asked again after as long as it says, as people do: a busy machine may answer later than a page waits. */
export async function askAgain(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await ask();
    if (response.status !== 503 || tries === MOST_TRIES) return response;
    await response.body?.cancel();
    await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

function textOf(html: string): string {
  return unescaped(html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
}

/** The value of an attribute, or a text, as it was before it became markup. */
export function unescaped(markup: string): string {
  return markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
