import { DebriefError, RATE_LIMITED, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import t from 'tap';
import { errorPages } from '../src/http/error-pages.ts';
import { FORM_EXPIRED, formToken, SIGNED_OUT } from '../src/http/form-tokens.ts';
import { cookieRules } from '../src/session/cookies.ts';

const cookies = cookieRules('http://localhost');
const KEY = 'k'.repeat(43);
const own = { 'sec-fetch-site': 'same-origin' };
const typed = { do: 'set', text: 'What "was" <said>\nhere', other: '1' };

/** A server on which everything fails, before the form is read and after. */
const server = fastify();
await server.register(cookie);
await server.register(formbody);
const send = (
  _: FastifyRequest,
  reply: FastifyReply,
  { content, status = 200 }: { content: { text: string }; status?: number },
) => reply.code(status).type('text/html').send(content.text);
server.setErrorHandler(errorPages(send, cookies).sendError);
const errors = { away: UNAVAILABLE, late: TIMED_OUT, busy: RATE_LIMITED, old: FORM_EXPIRED, out: SIGNED_OUT };
for (const [path, error] of Object.entries(errors)) {
  server.post(
    `/before/${path}`,
    { onRequest: async () => Promise.reject(new DebriefError(error)) },
    async () => '',
  );
  server.post(`/after/${path}`, async () => Promise.reject(new DebriefError(error)));
}
server.get('/token', async (request, reply) => formToken(cookies, request, reply).text);
const { body: field } = await server.inject({ url: '/token', cookies: { [cookies.session]: KEY } });
const token = /value="([^"]+)"/.exec(field)?.[1] ?? '';

async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = own) {
  const { statusCode, body } = await server.inject({
    ...{ method: 'POST', url: path, cookies: { [cookies.session]: KEY } },
    payload: new URLSearchParams({ form_token: token, ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  return { status: statusCode, body };
}

t.test('what a form brought is kept, whether it was read before it failed or not', async (t) => {
  for (const when of ['before', 'after'])
    for (const [name, error] of Object.entries(errors)) {
      const path = `/${when}/${name}`;
      const { status, body } = await post(`${path}?line=2`, typed);
      t.equal(status, error.status, path);
      t.match(body, /What you sent is kept on this page/, path);
      t.match(body, `action="${path}?line&#61;2"`, path);
      t.match(body, /name="do" value="set"/, path);
      t.match(body, 'name="text" value="What &#34;was&#34; &#60;said&#62;\nhere"', path);
      t.match(body, '<p class="answer">What &#34;was&#34; &#60;said&#62;\nhere</p>', path);
      t.notMatch(body, '<p class="answer">1<', path);
      t.match(body, `name="form_token" value="${token}"`, path);
      t.equal(body.split('form_token').length, 2, 'with one token');
    }
});

t.test('where one has to sign in first, that is the button to press first', async (t) => {
  const { body } = await post('/after/out', typed);
  t.match(body, /<a class="btn btn-primary"[^>]*>Sign in.*<button class="btn">Send it again/s);
  t.match((await post('/after/away', typed)).body, '<button class="btn btn-primary">Send it again');
});

t.test('a password is not put into a page', async (t) => {
  const { status, body } = await post('/after/away', { ...typed, password: 'four words to keep' });
  t.equal(status, 503);
  t.notMatch(body, /<form|four words/);
  t.match(body, 'Reload the page in a moment');
});

t.test('what another site sends gets no token of ours', async (t) => {
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }])
    for (const path of ['/before/away', '/after/old'])
      t.notMatch((await post(path, typed, headers)).body, '<form', path);
  const forged = { ...typed, form_token: 'x'.repeat(43) };
  t.notMatch((await post('/before/away', forged, {})).body, '<form', 'of a browser that does not say whence');
  t.match((await post('/before/away', typed, {})).body, '<form');
});

t.test('what is saved while somebody types, and what brings nothing, has no page', async (t) => {
  t.notMatch((await post('/after/away', typed, { ...own, 'hx-request': 'true' })).body, '<form');
  t.notMatch((await post('/after/away', {})).body, '<form');
});
