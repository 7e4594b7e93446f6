import { Client } from 'pg';
import t from 'tap';
import { openConsole } from './harness/console.ts';
import { unescaped, visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { day, measuredCalls, noon } from './harness/measured-calls.ts';
import { serveRecordings } from './harness/recordings.ts';

const debrief = await sharedDebrief(t);
const mine = await debrief.createIntegration();
const missing = `${await serveRecordings(t, {})}/missing.mp3`;
const people = (name: string) => ({
  ...{ external_user_id: name, user_email: `${name}@insights.example`, external_contact_id: `of ${name}` },
});
const maria = await measuredCalls(
  { api: mine.api, missing },
  [
    { occurred_at: noon(1), incoming: true, duration_seconds: 100 },
    { occurred_at: noon(3), incoming: false, duration_seconds: 200 },
    { occurred_at: noon(40), incoming: false, duration_seconds: 50 },
  ],
  people('maria'),
);
const ben = await measuredCalls({ api: mine.api, missing }, [{ occurred_at: noon(2) }], people('ben'));

/** Coaching takes a while: what it would have counted. */
const database = new Client({ connectionString: (await debrief.stack()).database_url });
await database.connect();
await database.query(
  `update analytics.call_facts set status = 'COMPLETED', analyzed = true, rating = 3.4, talk_ratio = 0.6,
     outcomes = '{"=Sale, <b>made</b>"}', objections = '{price}'
   where integration_id = $1 and user_id = $2`,
  [mine.id, maria.user.id],
);
await database.query(
  `update analytics.call_facts set status = 'COMPLETED', analyzed = true, rating = 1, talk_ratio = 0.2
   where integration_id = $1 and user_id = $2`,
  [mine.id, ben.user.id],
);
await database.end();

const agent = await visitConsole(debrief, 'member', mine, 'maria@insights.example');
const admin = await visitConsole(debrief, 'admin', mine);
const stranger = await visitConsole(debrief, 'owner', await debrief.createIntegration());
const window = { from: day(27), to: day(0) };
const who = `who=user:${maria.user.id}`;

/** Of a table of ours; labels here have neither line breaks nor quotes. */
function readCsv(text: string): string[][] {
  const lines = text.trimEnd().split('\r\n').slice(1);
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, a, b]) => a ?? b ?? ''),
  );
}

t.test('the figures are those of the API, for the last four weeks unless asked otherwise', async (t) => {
  for (const [query, given] of [
    [who, `date_gte=${window.from}&date_lte=${window.to}`],
    [
      `${who}&from=${day(50)}&to=${day(2)}&direction=outbound`,
      `date_gte=${day(50)}&date_lte=${day(2)}&type=outbound`,
    ],
  ] as const) {
    const { body } = await maria.metrics('users', given);
    const { body: all } = await mine.api.get(`/metrics?${given}`);
    const { html, type } = await admin.get(`/insights/figures.csv?${query}`);
    t.match(type, 'text/csv');
    const expected = [
      ...Object.entries(body.window).map(([figure, value]) => ['window', '', figure, value]),
      ...Object.entries(body.calls).map(([figure, value]) => ['calls', '', figure, value]),
      ...Object.entries(body.previous_period)
        .filter(([figure]) => figure !== 'diff_pct')
        .map(([figure, value]) => ['previous_period', '', figure, value ?? '']),
      ['rating', '', 'average', body.rating.average],
      ['rating', '', 'count', body.rating.count],
      ...body.rating.distribution.map((one: { rating: number; count: number }) => [
        'rating',
        one.rating,
        'count',
        one.count,
      ]),
      ...body.outcomes.flatMap((one: { label: string; count: number; rate: number }) => [
        ['outcomes', `'${one.label}`, 'count', one.count],
        ['outcomes', `'${one.label}`, 'rate', one.rate],
      ]),
      ...body.objections.map((one: { label: string; count: number }) => [
        'objections',
        one.label,
        'count',
        one.count,
      ]),
      ...Object.entries(body.conversation).map(([figure, value]) => [
        'conversation',
        '',
        figure,
        value ?? '',
      ]),
      ...Object.entries(all.conversation).map(([figure, value]) => [
        ...['conversation', 'everybody', figure],
        value ?? '',
      ]),
      ...body.trend.flatMap(
        (one: { date: string; calls: number; analyzed: number; average_rating: number }) => [
          ['trend', one.date, 'calls', one.calls],
          ['trend', one.date, 'analyzed', one.analyzed],
          ['trend', one.date, 'average_rating', one.average_rating],
        ],
      ),
    ].map((row) => row.map(String));
    t.strictSame(readCsv(html), expected);
  }
});

t.test('a contact leads to the figures of all calls with them, whose form names them', async (t) => {
  const contact = `who=contact:${maria.contact.id}`;
  const link = `href="/insights?${contact}"`;
  const [call] = (await mine.api.get(`/calls?contact_id=${maria.contact.id}`)).body.data;
  const [{ name }] = (await mine.api.get('/contacts?external_contact_id=of%20maria')).body.data;
  const chosen = `<option value="contact:${maria.contact.id}" selected>With ${name}</option>`;
  for (const visitor of [admin, agent]) {
    t.match((await visitor.get(`/calls/${call.id}`)).html, link);
    t.match((await visitor.get(`/calls?contact=${maria.contact.id}`)).html, link);
    const { html, text } = await visitor.get(`/insights?${contact}`);
    t.match(html, chosen);
    t.match(text, /Calls Calls that took[^.]*\. 2 /);
  }
  t.match((await admin.get(`/calls?agent=${ben.user.id}`)).html, `href="/insights?who=user:${ben.user.id}"`);
  t.notMatch((await stranger.get(`/insights?${contact}`)).text, name);
});

t.test('those of a team are those of the API, with its calls behind them', async (t) => {
  const place = { integration_id: mine.id };
  const { id } = await debrief.operate('createTeam', { ...place, name: 'North' });
  await debrief.operate('assignTeam', { ...place, team_id: id, user_id: maria.user.id });
  const figures = async () =>
    (await mine.api.get(`/metrics?date_gte=${window.from}&date_lte=${window.to}&team=${id}`)).body;
  const { calls, rating } = await eventually(figures, (now) => now.calls.total === 2);
  const { html, text } = await admin.get(`/insights?who=team:${id}`);
  t.match(html, `<option value="team:${id}" selected>Team North</option>`);
  t.match(text, new RegExp(`Calls Calls that took[^.]*\\. ${calls.total} `));
  t.match(text, new RegExp(`Average rating, 1 to 5 .* ${rating.average.toFixed(1)} `));
  const behind = await admin.get(`/insights/calls?who=team:${id}`);
  t.equal([...behind.html.matchAll(/<a id="call-/g)].length, calls.total);
});

t.test('a page shows them beside those of everybody, each with what it means', async (t) => {
  const { text, html } = await admin.get(`/insights?${who}`);
  t.match(text, /Calls Calls that took place in these days, whatever became of them\. 2 1 /);
  t.match(text, /Average rating, 1 to 5 The share of points .* 3.4 3.4 There were too few calls before/);
  t.match(text, /Talk share Share of all speech that is the agent’s\. 60\.0 % 46\.7 %/);
  t.match(html, /<svg class="plot" aria-hidden="true"/);
  t.match(html, '=Sale, &lt;b&gt;made&lt;/b&gt;</text>', 'a label in a plot is no markup');
  t.notMatch(html, /<b>made|<style| style="/);
});

t.test('behind every number are its calls', async (t) => {
  const { html } = await admin.get(`/insights?${who}`);
  const links = [...html.matchAll(/href="(\/insights\/calls[^"]*)">(\d+)</g)];
  // Calls in short, two days, one rating, one outcome, one objection.
  t.equal(links.length, 6);
  for (const [, address = '', count] of links) {
    const page = await admin.get(unescaped(address));
    t.equal([...page.html.matchAll(/<a id="call-/g)].length, Number(count), address);
  }
});

t.test('a member sees their own figures and calls, whomever they ask about', async (t) => {
  t.match(
    (await agent.get('/insights')).text,
    /Calls Calls that took[^.]*\. 2 .*Average rating, 1 to 5 .* 3.4 /,
  );
  const other = `who=user:${ben.user.id}`;
  t.match((await agent.get(`/insights?${other}`)).text, 'No calls in these days');
  t.notMatch((await agent.get(`/insights/calls?${other}`)).html, '<a id="call-');
  t.notMatch((await agent.get('/insights')).text, 'Everybody');
});

t.test('another organization sees nothing of it', async (t) => {
  t.match((await stranger.get(`/insights?${who}`)).text, 'No calls in these days');
  t.notMatch((await stranger.get(`/insights/calls?${who}`)).html, '<a id="call-');
  t.match((await stranger.get(`/insights/figures.csv?${who}`)).html, /calls,,total,0\r\n/);
});

t.test('what cannot be understood is said, and four weeks are shown', async (t) => {
  const { status, text } = await admin.get('/insights?who=user:1&from=today&to=2026-13-01');
  t.equal(status, 200);
  t.match(text, /“today” is not a day.*There is no such agent or team/);
  t.match(
    (await admin.get('/insights?from=2026-02-02&to=2026-02-01')).text,
    'The first day is after the last',
  );
  t.equal((await admin.get('/insights/calls?outcome=%00&rating=9&day=x&after=y')).status, 200);
});

t.test('its pages can be read by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  for (const [visitor, path] of [
    [admin, '/insights'],
    [agent, `/insights?${who}`],
    [admin, `/insights/calls?${who}`],
  ] as const)
    await console.isReadable(t, await console.open(visitor, path));
});
