import { createHash } from 'node:crypto';
import t, { type Test } from 'tap';
import { coachingRecords } from './harness/coaching-records.ts';
import { openConsole } from './harness/console.ts';
import {
  type ConsoleVisitor,
  unescaped,
  visitConsole,
  visitorWithoutSession,
} from './harness/console-visitor.ts';
import { consoleRoutes, consoleWalks, formActions, markedPages, type Walk } from './harness/console-walk.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { domain, image, marked, markedIntegration, WORD } from './harness/marked-integration.ts';

/** Made from the console's own routes: a page or a form action that is added needs a line in the walk. */
const debrief = await sharedDebrief(t);
const stranger = await debrief.createIntegration();
const records = coachingRecords(debrief);
const tenant = await markedIntegration(debrief, records, t.testdir({}));
const walks = consoleWalks(tenant);
const routes = await consoleRoutes();
/** Compressed, of a page. */
const SCRIPT_MAX = 150_000;
const roles = ['member', 'admin', 'owner'];

const { integration } = tenant;
const nobody = visitorWithoutSession((await debrief.stack()).console_url);
const sibling = await debrief.operate('createIntegration', {
  organization_id: integration.organization_id,
  name: 'Sibling',
});
const strangers: [string, string, ConsoleVisitor][] = [
  ['nobody', 'nobody', nobody],
  ['another agent', 'member', await visitConsole(debrief, 'member', integration)],
  ['an admin of another integration', 'admin', await visitConsole(debrief, 'admin', { ...sibling })],
  ['an owner of another organization', 'owner', await visitConsole(debrief, 'owner', stranger)],
];
const agent = await visitConsole(debrief, 'member', integration, tenant.agentEmail);
const admin = await visitConsole(debrief, 'admin', integration);
const owner = await visitConsole(debrief, 'owner', integration);
await nobody.get('/sign-in');
const rubric = JSON.stringify({ name: 'quokkamark', extends: 'general-sales', title: marked });
await owner.post('/settings/judging/rubrics', { rubric, do: 'set' });

/** What somebody is answered to whom nothing of it belongs. */
function expectedOf(
  route: string,
  { role = 'member', elsewhere = 404, beside = elsewhere }: Walk,
  as: string,
): number {
  const isOpen = routes.some(([open, name]) => open && name === route);
  if (as === 'nobody')
    return route === 'GET /sign-in' ? 200 : isOpen ? elsewhere : route.startsWith('GET') ? 303 : 401;
  if (roles.indexOf(as) < roles.indexOf(role)) return 403;
  return as === 'member' ? beside : elsewhere;
}

const answer = (visitor: ConsoleVisitor, { path, fields }: Walk) =>
  fields === undefined ? visitor.get(path) : visitor.post(path, fields);

t.test('every page and form action of the console is walked', async (t) => {
  t.strictSame(routes.map(([, name]) => name).sort(), Object.keys(walks).sort());
});

t.test('a form has no button but those that are walked', async (t) => {
  const found = new Set<string>();
  for (const { path, fields } of Object.values(walks)) {
    if (fields !== undefined) continue;
    for (const name of formActions((await owner.get(path)).html, path, Object.keys(walks))) {
      found.add(name);
      t.ok(name in walks, `${path}: ${name}`);
    }
  }
  t.ok(found.size > 20, `${found.size} are shown to an owner`);
});

t.test('no page holds markup that a client gives or a speaker says', async (t) => {
  for (const { path, fields } of Object.values(walks))
    if (fields === undefined) t.notOk((await owner.get(path)).html.includes(image), path);
});

t.test('every page lets a browser load and run what is its own alone, and little of that', async (t) => {
  const known = new Map<string, number>();
  for (const { path, fields } of Object.values(walks)) {
    if (fields !== undefined) continue;
    const { html, type, headers } = await owner.get(path);
    if (!type.startsWith('text/html')) continue;
    const policy = headers.get('content-security-policy') ?? '';
    t.match(policy, /(^|;)default-src 'self'(;|$)/, path);
    t.notMatch(policy, 'unsafe-', path);
    let bytes = 0;
    for (const [, source = ''] of html.matchAll(/<script[^>]* src="([^"]+)"/g)) {
      if (!known.has(source)) known.set(source, await sizeOf(t, source));
      bytes += known.get(source) ?? 0;
    }
    t.ok(bytes < SCRIPT_MAX, `${path}: ${bytes} B of compressed script`);
  }
  t.ok(known.size > 3);
});

/** Compressed, of what a browser keeps for good: its address holds the hash of what it is. */
async function sizeOf(t: Test, source: string): Promise<number> {
  const response = await fetch(new URL(source, (await debrief.stack()).console_url));
  const script = await response.text();
  t.match(response.headers.get('cache-control'), 'immutable', source);
  t.equal(response.headers.get('content-encoding'), 'gzip');
  t.match(source, createHash('sha256').update(script).digest('hex').slice(0, 16));
  return Number(response.headers.get('content-length') ?? Number.NaN);
}

t.test('a browser carries none of it out', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  await eventually(
    async () => (await owner.get('/insights')).text,
    (text) => text.includes(`Label ${WORD}`),
  );
  const page = await console.open(owner, '/calls');
  for (const [path, ...kinds] of markedPages(tenant)) {
    await page.goto(console.url + path);
    const html = await page.locator('#content').innerHTML();
    for (const kind of ['', ...kinds.map((kind) => `${kind} `)])
      t.match(html, `${kind}${WORD} &lt;img`, `${path} shows it as text`);
    t.not(await page.title(), '1', path);
  }
});

for (const [who, role, visitor] of strangers) {
  t.test(`the console shows ${who} nothing of what is not theirs`, async (t) => {
    for (const [route, walk] of Object.entries(walks)) {
      const { status, html, location } = await answer(visitor, walk);
      t.equal(status, expectedOf(route, walk, role), route);
      const shown = role === 'nobody' ? withoutSent(html, walk) : html;
      t.notMatch(shown + location, new RegExp(`${WORD}|${domain}`), route);
    }
  });
}

/** What they sent is given back to whoever is signed out. */
function withoutSent(html: string, { fields = {} }: Walk): string {
  return Object.values(fields)
    .filter((value) => value !== '')
    .reduce((rest, value) => rest.replaceAll(value, ''), unescaped(html));
}

/** As an agent sees it: nothing of what others in the integration have, do or answered. */
const ofOthers = new RegExp(`(admin|agent|lee|rising|invited)@${domain}|(Answered|Promised|Account) ${WORD}`);

t.test('the agent whose call it is reads and does what is theirs, and nothing of others', async (t) => {
  for (const [route, walk] of Object.entries(walks)) {
    if (walk.again !== undefined && walk.role === undefined) continue;
    const { status, html, location } = await answer(agent, walk);
    const isRefused = walk.role !== undefined && walk.role !== 'member';
    t.equal(status, isRefused ? 403 : (walk.agent ?? walk.here ?? 200), route);
    t.notMatch(html + location, ofOthers, route);
  }
});

const isLast = ({ again }: Walk) => again !== undefined;
/** What leaves something to the other is done by both, and then what does not. */
for (const [who, role, visitor, nth, what] of [
  ['another admin reads and does all', 'admin', admin, 0, 'but what takes away'],
  ['an owner reads and does all', 'owner', owner, 1, 'but what takes away'],
  ['another admin takes away what there is', 'admin', admin, 0, 'but what is for owners'],
  ['an owner finds it taken away', 'owner', owner, 1, ''],
] as const)
  t.test(`${who} ${what}`.trim(), async (t) => {
    // Each corrects the call four times.
    for (const [route, walk] of Object.entries(consoleWalks(tenant, 2 + 4 * nth))) {
      if (isLast(walk) !== (what !== 'but what takes away')) continue;
      const { here = 200, again = here } = walk;
      const expected = nth === 1 ? again : here;
      const isRefused = roles.indexOf(role) < roles.indexOf(walk.role ?? 'member');
      t.equal((await answer(visitor, walk)).status, isRefused ? 403 : expected, route);
    }
  });

t.test('nobody ended the session of somebody else', async (t) => {
  t.equal((await tenant.laptop.get('/account')).status, 200);
});
