import { machine, median, spread, table } from '../../../bench/figures.ts';
import { runBench, say } from '../../../bench/run-bench.ts';
import { visitorWithoutSession } from '../harness/console-visitor.ts';
import { type RunningDemo, withDemo } from '../harness/demo.ts';
import { connectOperator } from '../harness/operator.ts';

const HELP = `Usage: npm run bench:pages -- [options]

Asks one page of each kind that the console has, as the owner of the demo, and prints how long each takes.

Options:
  --rounds N     times that each page is asked, in turns (default 20)
  --output FILE  Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --help         show this
`;
const GOAL_MS = 100;
const FIRST = ['/calls', '/calls?words=price'];
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The page, or null where it leads to another. */
type Get = (path: string) => Promise<string | null>;

interface PageTimes {
  kind: string;
  kilobytes: number;
  milliseconds: number[];
}

const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort(new Error('stopped')));
const { signal } = stopping;

await runBench({
  name: 'pages',
  help: HELP,
  counts: { rounds: 20 },
  async measure({ rounds }) {
    say('Starting the demo; its calls are coached first');
    return reportOf(rounds, await withDemo({ signal }, (running) => measurePages(running, rounds)));
  },
});

async function measurePages(running: RunningDemo, rounds: number): Promise<PageTimes[]> {
  const get = await signIn(running);
  const pages = await findPages(get);
  say(`${pages.size} kinds of pages, each ${rounds} times`);
  const times = new Map([...pages].map(([kind]) => [kind, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, { path }] of pages) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      await get(path);
      times.get(kind)?.push(performance.now() - startedAt);
    }
  }
  return [...pages].map(([kind, { html }]) => ({
    kind,
    kilobytes: Buffer.byteLength(html) / 1000,
    milliseconds: times.get(kind) ?? [],
  }));
}

async function signIn({ consoleUrl, natsUrl }: RunningDemo): Promise<Get> {
  const operator = await connectOperator(natsUrl);
  const { url } = await operator.operate('createLink', {
    ...{ email: 'owner@demo.example', purpose: 'sign-in' },
  });
  await operator.close();
  const visitor = visitorWithoutSession(consoleUrl);
  const { pathname } = new URL(url);
  await visitor.get(pathname);
  const { status } = await visitor.post(pathname, {});
  if (status !== 303) throw new Error(`The sign-in was answered ${status}`);
  return async (path) => {
    const { status, html } = await visitor.get(path);
    if (status === 303) return null;
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    return html;
  };
}

/** By their kind, the path with `:id` for ids: the first of each that links lead to. */
async function findPages(get: Get): Promise<Map<string, { path: string; html: string }>> {
  const pages = new Map<string, { path: string; html: string }>();
  const waiting = [...FIRST];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = FIRST.includes(path) ? path : kindOf(path);
    if (pages.has(kind)) continue;
    const html = await get(path);
    if (html === null) continue;
    pages.set(kind, { path, html });
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)) {
      if (!href.includes('.')) waiting.push(href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
    }
  }
  return pages;
}

function kindOf(path: string): string {
  const [pathname = ''] = path.split('?');
  return pathname.replaceAll(ID, ':id').replace(/(?<=\/rubrics\/).+/, ':name');
}

function reportOf(rounds: number, pages: readonly PageTimes[]): string {
  const slowest = pages.toSorted((a, b) => median(b.milliseconds) - median(a.milliseconds));
  const missed = slowest.filter(({ milliseconds }) => median(milliseconds) > GOAL_MS).length;
  return [
    `${machine('PostgreSQL 18')}; ${rounds} times each, in turns, over one connection.`,
    table(
      ['page', 'ms, median', 'min', 'max', 'kB of HTML'],
      slowest.map(({ kind, milliseconds, kilobytes }) => [
        `\`${kind}\``,
        ...spread(milliseconds, 0),
        kilobytes.toFixed(0),
      ]),
    ),
    missed === 0
      ? `Every page answers within ${GOAL_MS} ms (median; goal: met).`
      : `${missed} of ${pages.length} pages take more than ${GOAL_MS} ms (median; goal: missed).`,
  ].join('\n\n');
}
