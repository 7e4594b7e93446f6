import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './launch-debrief.ts';
import { type MarkedIntegration, marked } from './marked-integration.ts';

/** A page or a form action with the ids of one tenant, and what it answers. */
export interface Walk {
  path: string;
  /** Of a form. */
  fields?: Record<string, string>;
  /** The least that somebody must be, in whatever place they are. */
  role?: 'member' | 'admin' | 'owner';
  /** What it answers to somebody else, who is that at least; 404 unless given, for it is not there for them. */
  elsewhere?: number;
  /** The same to another agent of the tenant, where it differs. */
  beside?: number;
  /** What it answers to people of the tenant who may; 200 unless given. */
  here?: number;
  /** The same to the agent whose call it is, where it differs. */
  agent?: number;
  /** It takes something away: what it answers to whoever comes second. Last, for the others need what is there. */
  again?: number;
}

/** What can be asked of the pages, as [whether it is for everybody, method and path and what the form does]. */
export async function consoleRoutes(): Promise<[boolean, string][]> {
  const script = 'apps/console/test/fixtures/print-routes.ts';
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: root });
  return JSON.parse(stdout);
}

/** What the buttons of the forms on a page do, by the names of the walk. */
export function formActions(html: string, path: string, names: readonly string[]): string[] {
  const forms = [...html.matchAll(/<form([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)];
  return forms.flatMap(([, attributes = '', content = '']) => {
    const action = /action="([^"]*)"/.exec(attributes)?.[1] ?? path;
    const [pathname = ''] = (action.startsWith('/') ? action : path).split('?');
    const route = names
      .map((name) => name.split(' ')[1] ?? '')
      // A name of its own comes before one that holds an id.
      .toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
      .find((one) => new RegExp(`^${one.replace(/:\w+/g, '[^/]+')}$`).test(pathname));
    const does = [...content.matchAll(/name="do" value="([^"]+)"/g)].map(([, value]) => ` ${value}`);
    return (does.length > 0 ? does : ['']).map((value) => `POST ${route}${value}`);
  });
}

/**
 * By method and route and what the form does, in the order in which somebody can do all of it. `corrections`: how many the
 * call had before.
 */
export function consoleWalks(of: MarkedIntegration, corrections = 2): Record<string, Walk> {
  const call = `/calls/${of.call}`;
  const agenda = `/coaching/agendas/${of.agenda}`;
  const rubrics = '/settings/judging/rubrics';
  const own = { elsewhere: 200 };
  const people = (does: string, fields: Record<string, string>, more: Partial<Walk> = {}) => ({
    [`POST /settings/people ${does}`]: {
      ...{ path: '/settings/people', fields: { do: does, ...fields }, role: 'admin' as const },
      ...{ elsewhere: 422, ...more },
    },
  });
  const judged = (form: string, fields: Record<string, string>) => {
    const post = (does: string, more: Record<string, string> = {}) => ({
      ...{ path: `/settings/judging/${form}`, fields: { do: does, ...fields, ...more } },
      role: 'admin' as const,
    });
    return {
      [`POST /settings/judging/${form} try`]: post('try', { [`${form}-call`]: of.call }),
      [`POST /settings/judging/${form} set`]: { ...post('set'), ...own },
    };
  };
  let revision = corrections;
  const corrected = (does: string, fields: Record<string, string> = {}) => ({
    [`POST /calls/:id/correct ${does}`]: {
      path: `${call}/correct${does === 'line' ? '?line=2' : ''}`,
      fields: { revision: String(revision++), do: does, ...fields },
      ...{ role: 'admin' as const, here: 303 },
    },
  });
  const rubric = JSON.stringify({ name: 'walked', extends: 'general-sales', title: 'Walked' });
  return {
    'GET /': { path: '/', elsewhere: 303, here: 303 },
    'GET /sign-in': { path: '/sign-in', elsewhere: 303, here: 303 },
    'POST /sign-in': {
      ...{ path: '/sign-in', fields: { email: 'nobody@walk.example', password: 'a wrong password' } },
      ...{ elsewhere: 401, here: 401 },
    },
    'GET /invitations/:token': { path: '/invitations/unknown', here: 404 },
    'POST /invitations/:token': {
      ...{
        path: '/invitations/unknown',
        fields: { name: 'Pat', password: 'four words for tests' },
        here: 404,
      },
    },
    'GET /links/:token': { path: '/links/unknown', here: 404 },
    'POST /links/:token': { path: '/links/unknown', fields: { password: 'four words for tests' }, here: 404 },
    'GET /recovery': { path: '/recovery', ...own },
    'POST /recovery': { path: '/recovery', fields: { email: 'nobody@walk.example' }, ...own },
    'POST /settings/judging/rubrics try': {
      ...{ path: rubrics, fields: { rubric, do: 'try', call: of.call }, role: 'admin' },
    },
    'POST /settings/judging/rubrics set': {
      ...{ path: rubrics, fields: { rubric, do: 'set' }, role: 'admin', ...own },
    },
    'GET /calls': { path: '/calls?words=warranty', ...own },
    'GET /calls/progress': { path: '/calls/progress', ...own },
    'GET /calls/:id': { path: call },
    'GET /calls/:id/progress': { path: `${call}/progress`, ...own },
    'GET /calls/:id/audio': { path: `${call}/audio`, here: 404 },
    'GET /calls/:id/correct': { path: `${call}/correct`, role: 'admin' },
    'GET /calls/:id/erase': { path: `${call}/erase`, role: 'admin' },
    'GET /calls/upload': { path: '/calls/upload', role: 'admin', ...own },
    'POST /calls/upload': { path: '/calls/upload', fields: {}, role: 'admin', elsewhere: 422, here: 422 },
    'POST /calls/:id/claims': {
      ...{
        path: `${call}/claims`,
        fields: { claim: 'disposition.outcomes.0', fault: 'not_said' },
        here: 303,
      },
    },
    'POST /calls/:id/retry': { path: `${call}/retry`, fields: {}, here: 303 },
    ...corrected('swap'),
    ...corrected('rename', { agent: `Maria ${corrections}`, contact: `Tom ${corrections}` }),
    ...corrected('line', { text: 'I understand.' }),
    ...corrected('restore'),
    'GET /insights': { path: `/insights?who=user:${of.user}`, ...own },
    'GET /insights/figures.csv': { path: `/insights/figures.csv?who=user:${of.user}`, ...own },
    'GET /insights/calls': { path: `/insights/calls?who=user:${of.user}`, ...own },
    'GET /coaching': { path: '/coaching', ...own },
    'GET /coaching/periods/:id': { path: `/coaching/periods/${of.period}`, role: 'admin' },
    'GET /coaching/agendas/:id': { path: agenda },
    // What only the agent does, also not an owner for them.
    'POST /coaching/agendas/:id/draft': { path: `${agenda}/draft`, fields: { q1: 'Mine' }, ...own },
    'POST /coaching/agendas/:id save': {
      ...{ path: agenda, fields: { q1: 'Mine', do: 'save' }, here: 403, agent: 303 },
    },
    'POST /coaching/agendas/:id submit': {
      ...{ path: agenda, fields: { q1: 'Mine', do: 'submit' }, here: 403, agent: 303 },
    },
    'GET /coaching/agents/:id': { path: `/coaching/agents/${of.user}` },
    'GET /settings': { path: '/settings', elsewhere: 303, here: 303 },
    'GET /settings/integrations': { path: '/settings/integrations', role: 'admin', ...own },
    'GET /settings/people': { path: '/settings/people', role: 'admin', ...own },
    ...people('put-in', { team: of.team, user: of.agent }),
    ...people('take-out', { team: of.team, user: of.agent }),
    ...people('new-team', { name: `Walked ${corrections}` }, own),
    ...people('invite', { email: 'walked@walk.example', role: 'MEMBER' }, own),
    ...people('resend', { id: of.invitation }),
    ...people('make-owner', { id: of.rising }, { role: 'owner' }),
    'GET /settings/data': { path: '/settings/data?find=quokka', role: 'admin', ...own },
    'POST /settings/data/retention': {
      ...{
        path: '/settings/data/retention',
        fields: { text_days: '9', audio_days: '' },
        role: 'owner',
        ...own,
      },
    },
    'POST /settings/data/coaching': {
      ...{
        path: '/settings/data/coaching',
        fields: { weekly: 'on', review_days: '7' },
        role: 'admin',
        ...own,
      },
    },
    'POST /settings/data/signals': {
      ...{ path: '/settings/data/signals', fields: { signals: 'on' }, role: 'owner', ...own },
    },
    ...Object.fromEntries(
      [
        'data/retention',
        'data/coaching',
        'data/signals',
        'judging/labels',
        'judging/categories',
        'judging/rubrics',
      ].map((form) => [`GET /settings/${form}`, { path: `/settings/${form}`, elsewhere: 303, here: 303 }]),
    ),
    'GET /settings/data/contacts/:id': { path: `/settings/data/contacts/${of.contact}`, role: 'admin' },
    'GET /settings/data/agents/:id': { path: `/settings/data/agents/${of.agent}`, role: 'admin' },
    'GET /settings/audit': { path: '/settings/audit', role: 'admin', ...own },
    'GET /settings/health': { path: '/settings/health', role: 'owner', ...own },
    'GET /settings/judging': { path: '/settings/judging', role: 'admin', ...own },
    'GET /settings/judging/wrong': { path: '/settings/judging/wrong', role: 'admin', ...own },
    'GET /settings/judging/rubrics/:name': { path: `${rubrics}/quokkamark`, role: 'admin' },
    ...judged('labels', { appointment_set: 'Demo booked' }),
    ...judged('categories', { 'category-0': 'sales', 'kind-0': 'call' }),
    'GET /settings/keys': { path: '/settings/keys', role: 'admin', ...own },
    'POST /settings/keys': {
      path: '/settings/keys',
      fields: { name: 'walked', access: 'read-only', integration: of.integration.id },
      ...{ role: 'admin', elsewhere: 422, here: 201 },
    },
    'GET /places': { path: '/places', ...own },
    'POST /places': { path: '/places', fields: { integration: of.integration.id }, beside: 303, here: 303 },
    'GET /account': { path: '/account', ...own },
    'POST /account/sessions/end': {
      ...{ path: '/account/sessions/end', fields: { session: of.session }, elsewhere: 303, here: 303 },
    },
    // What leaves something out of what is above.
    'POST /settings/keys/revoke': {
      path: '/settings/keys/revoke',
      ...{ fields: { key: of.key }, role: 'admin', here: 303, again: 303 },
    },
    ...people('withdraw', { id: of.invitation }, { again: 200 }),
    ...people('remove', { id: of.member }, { again: 422 }),
    'POST /calls/:id/erase': { path: `${call}/erase`, fields: {}, role: 'admin', again: 404 },
    'POST /settings/data/contacts/:id': {
      ...{
        path: `/settings/data/contacts/${of.contact}`,
        fields: { name: marked },
        role: 'admin',
        again: 404,
      },
    },
    'POST /settings/data/agents/:id': {
      ...{ path: `/settings/data/agents/${of.agent}`, fields: { name: marked }, role: 'admin', again: 404 },
    },
    'POST /sign-out': { path: '/sign-out', fields: {}, elsewhere: 303, here: 303, again: 303 },
  };
}

/** Those that show the most of what clients, speakers and people here said, each with what it must show of them. */
export function markedPages(of: MarkedIntegration): [string, ...string[]][] {
  const call = `/calls/${of.call}`;
  return [
    ['/calls', 'Label'],
    [call, 'Label', 'Corrected', 'Agent', 'Contact'],
    [`${call}/correct?line=2`, 'Corrected', 'Agent', 'Contact'],
    [`${call}/correct`, 'Agent', 'Contact'],
    ['/insights', 'Label'],
    ['/coaching'],
    [`/coaching/periods/${of.period}`],
    [`/coaching/agendas/${of.agenda}`],
    [`/coaching/agendas/${of.answered}`, 'Answered', 'Promised'],
    [`/coaching/agents/${of.user}`],
    ['/settings/people', 'Account'],
    ['/settings/audit', 'Account'],
    ['/settings/data?find=quokka'],
    ['/settings/judging'],
    ['/settings/judging/wrong', 'Label'],
    ['/settings/keys'],
  ];
}
