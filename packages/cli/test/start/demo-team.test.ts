import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Moment } from '@debrief/contracts/resources/agenda-content';
import t from 'tap';
import { runDemo } from '../../src/start/run-demo.ts';
import { teamNews } from '../../src/start/team-news.ts';
import { runDebrief } from '../run-debrief.ts';
import { dataFolder, readStack, shortSample, start } from './start-process.ts';

const folder = dataFolder(t);
const running = start(t, '--no-demo', '--port', '0', '--data-dir', folder);
await running.says('Press Ctrl-C');
const { base_url: baseUrl, nats_url: natsUrl } = readStack(folder);

const where = { baseUrl, natsUrl, dataDir: folder, sample: shortSample(t) };
const demo = () => runDemo({ ...where, say: () => {}, signal: new AbortController().signal, withTeam: true });
const first = await demo();
const coached = await first.coachTeam?.();
if (coached === undefined) throw new Error('No team was coached');

const debrief = (...args: string[]) => runDebrief(['--data-dir', folder, ...args]);
const shown = async (...args: string[]) => JSON.parse((await debrief(...args, '--json')).stdout);

t.test('a first start ends with finished weeks, each with its digest', async (t) => {
  const periods = await shown('periods', 'list');
  t.strictSame(
    periods.map(({ digest_status }: { digest_status: string }) => digest_status),
    ['completed', 'completed', 'completed'],
  );
  const { digest } = await shown('periods', 'show', coached.period.id);
  t.match(digest, { stats: { calls: { value: 9, previous: 9 } }, agents: { length: 3 } });
  t.ok(
    digest.gaps.length > 0 || /no weakness that the whole team shares/.test(digest.headline),
    digest.headline,
  );
  t.ok(digest.strengths.length > 0 || /none is called a strength/.test(digest.headline), digest.headline);
  t.ok(digest.top_objections.length > 0);
});

t.test('every agent has an agenda of their own that looks back at the last one', async (t) => {
  const agendas = await Promise.all(
    coached.agendas.map(({ id, generation_status }) => {
      t.equal(generation_status, 'ready');
      return shown('agendas', 'show', id);
    }),
  );
  const lists = agendas.map(({ content }) =>
    content.improvements.map(({ title }: { title: string }) => title).join('; '),
  );
  t.equal(new Set(lists).size, 3, lists.join(' | '));
  for (const { content, user_id, external_user_id } of agendas) {
    const answered = external_user_id === 'rep-maria';
    t.match(content.follow_up, answered ? /^In the .* you promised: “When/ : /^The agenda for the week of /);
    t.ok(user_id);
  }
});

t.test('an agent has answered the agenda of the week before, in time', async (t) => {
  const agenda = () => shown('agendas', 'show', coached.answered?.id ?? '');
  while ((await agenda()).analysis_ready !== true) await delay(100);
  const { answers, content, summary, ...answered } = await agenda();
  t.match(answered, { external_user_id: 'rep-maria', is_completed: true, completed_on_time: true });
  t.equal(Object.keys(answers.answers).length, content.questions.length);
  t.match(summary, /^All \d questions were answered\./);
});

t.test('the calls that one agent is asked to listen to can be heard', async (t) => {
  const kept = readdirSync(path.join(folder, 'audio'), { recursive: true, encoding: 'utf8' });
  const heard = kept.filter((name) => name.endsWith('.webm')).map((name) => name.split('/')[1]);
  const ben = coached.agendas.find(({ external_user_id }) => external_user_id === 'rep-ben');
  const { content } = await shown('agendas', 'show', ben?.id ?? '');
  const moments: Moment[] = [...content.questions.map(({ moment }: { moment: Moment }) => moment)];
  for (const { recording_id, quote } of [
    ...moments,
    content.drill.moment,
    ...content.improvements[0].moments,
  ])
    t.ok(heard.includes(recording_id), quote);
  t.equal(content.improvements[0].criterion_id, 'objection_handling');
});

t.test('every agent has a signal, and they differ', async (t) => {
  const types = await Promise.all(
    ['rep-maria', 'rep-ben', 'rep-david'].map(async (user) => {
      const { signal } = await shown('signals', 'show', user);
      return JSON.stringify(signal.profile.DISC);
    }),
  );
  t.equal(new Set(types).size, 3, types.join());
});

t.test('metrics count the calls, with a trend', async (t) => {
  const metrics = await shown(
    'metrics',
    '--from',
    coached.period.period_start,
    '--to',
    coached.period.period_end,
  );
  t.match(metrics, { calls: { total: 9, analyzed: 9 }, rating: { count: 9 } });
  t.ok(metrics.trend.filter(({ calls }: { calls: number }) => calls > 0).length > 2);
  t.equal(metrics.previous_period.calls_total, 9);
});

t.test('what it says to try works', async (t) => {
  const news = teamNews(coached, { dataDir: folder, consoleAt: 'http://127.0.0.1:8081' });
  const commands = news.flatMap((line) => / {2}npm run -s debrief -- (.*?) +#/.exec(line)?.[1] ?? []);
  t.equal(commands.length, 7);
  t.match(news.slice(-2).join(' '), /Console: {8}http:\/\/127.0.0.1:8081\/coaching .*\/insights /);
  for (const command of commands) t.match(await runDebrief(command.split(' ')), { status: 0 }, command);
});

t.test('a second start coaches nothing, and weeks close by themselves from now on', async (t) => {
  t.match(await demo(), { key: first.key, callEventId: null, coachTeam: null });
  const [integration] = await shown('integrations', 'list');
  t.strictSame(integration.cadences, ['weekly']);
});

t.test('a start after one that was stopped before the end stores nothing twice', async (t) => {
  const file = path.join(folder, 'demo.json');
  const left = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...left, team: { ...left.team, coached: false } }));
  const { coachTeam } = await demo();
  const again = await coachTeam?.();
  t.equal(again?.period.id, coached.period.id);
  const { calls } = await shown('metrics', '--from', '2020-01-01', '--to', coached.period.period_end);
  t.equal(calls.total, 30);
});
