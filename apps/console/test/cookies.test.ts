import cookie from '@fastify/cookie';
import { fastify } from 'fastify';
import t from 'tap';
import { cookieRules } from '../src/session/cookies.ts';

/** The lines of a console at an address that sets each of its cookies. */
async function cookiesAt(webAppUrl: string): Promise<string[]> {
  const server = fastify();
  await server.register(cookie);
  const rules = cookieRules(webAppUrl);
  server.get('/', (_request, reply) => {
    rules.setSession(reply, 'session');
    rules.setVisit(reply, 'visit');
    rules.setOpenId(reply, 'openid');
    return reply.send();
  });
  const { headers } = await server.inject('/');
  await server.close();
  return [headers['set-cookie'] ?? []].flat();
}

t.test('behind TLS browsers send cookies over it alone, to this host alone', async (t) => {
  const lines = await cookiesAt('https://debrief.example');
  t.equal(lines.length, 3);
  for (const line of lines) {
    t.match(line, /^__Host-debrief-/);
    for (const word of ['; Secure', '; HttpOnly', '; SameSite=Lax', '; Path=/']) t.match(line, word);
    t.notMatch(line, 'Domain');
  }
});

t.test('on this machine they work without TLS, and no script reads them', async (t) => {
  for (const line of await cookiesAt('http://localhost:8081')) {
    t.match(line, /^debrief-.*; HttpOnly.*; SameSite=Lax/);
    t.notMatch(line, 'Secure');
  }
});
