import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { parse, stringify } from 'yaml';
import { sharedDebrief } from './harness/debrief.ts';
import { root } from './harness/launch-debrief.ts';
import { constantly, grows, type Series, scrape } from './harness/scraped-metrics.ts';

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook_url: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string }[];
}

const folder = join(root, 'deploy/monitoring');
const promtool = (...args: string[]) => promisify(execFile)('promtool', args);
const rules = parse(await readFile(join(folder, 'alerts.yaml'), 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
) as Rule[];
const dashboard = JSON.parse(await readFile(join(folder, 'dashboards/debrief.json'), 'utf8'));
const panels = dashboard.panels as Panel[];
const shown = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
);
const debrief = await sharedDebrief(t);
const scraped = await scrape((await debrief.stack()).processes);

/** The metrics that an expression reads, without what is a function, a label or a value of one. */
function metricsIn(expr: string): string[] {
  const bare = expr.replaceAll(/"[^"]*"/g, '').replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/\b(?:debrief|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name);
}

t.test(
  'what the alerts, the dashboard and the number of workers rest on is exposed by the apps',
  async (t) => {
    const known = new Set(['up', ...scraped.names]);
    const scaling = parse(await readFile(join(root, 'deploy/kubernetes/base/worker-scaling.yaml'), 'utf8'));
    const { query } = scaling.spec.triggers[0].metadata;
    const read = [
      ...rules.map(({ alert, expr }) => [alert, expr] as const),
      ...shown,
      ['the number of workers', query as string] as const,
    ];
    for (const [where, expr] of read) {
      const names = metricsIn(expr);
      t.ok(names.length > 0, `${where} reads a metric`);
      t.strictSame(
        names.filter((name) => !known.has(name)),
        [],
        where,
      );
    }
  },
);

t.test('every alert has its entry in the guide to operating, and no entry is left without one', async (t) => {
  const guide = await readFile(join(root, 'docs/operating.md'), 'utf8');
  const entries = [...guide.matchAll(/^### (Debrief\w+)$/gm)].map(([, name]) => name);
  t.strictSame(entries.toSorted(), rules.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of rules)
    t.equal(annotations.runbook_url, `docs/operating.md#${alert.toLowerCase()}`);
});

t.test('Prometheus takes the configuration, the alerts, and what the dashboard shows', async (t) => {
  const file = join(t.testdir({}), 'shown.yaml');
  const recorded = shown.map(([, expr], index) => ({ record: `shown_${index}`, expr }));
  await writeFile(file, stringify({ groups: [{ name: 'shown', rules: recorded }] }));
  await t.resolves(promtool('check', 'config', join(folder, 'prometheus.yaml')));
  await t.resolves(promtool('check', 'rules', file));
});

t.test('no panel of the dashboard covers another, and each shows something', async (t) => {
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = new Set<string>();
  for (const { type, title, targets = [], gridPos: at } of panels) {
    t.ok(type === 'row' || targets.length > 0, title);
    t.ok(at.x + at.w <= 24, title);
    const cells = Array.from({ length: at.w * at.h }, (_, cell) => [
      at.x + (cell % at.w),
      at.y + Math.floor(cell / at.w),
    ]).map(String);
    t.notOk(
      cells.some((cell) => taken.has(cell)),
      title,
    );
    for (const cell of cells) taken.add(cell);
  }
});

/** What each fault does to the series of a Debrief that has nothing to do. */
const faults: Record<string, Series[]> = {
  DebriefDown: [constantly('up', { job: 'debrief', service: 'ingest', instance: 'ingest:9000' }, 0)],
  DebriefServiceGone: [
    constantly('up', { job: 'debrief', service: 'coaching', instance: 'coaching:9000' }, null),
  ],
  DebriefCheckFails: [constantly('debrief_check_ok', { service: 'ingest', check: 'postgres' }, 0)],
  DebriefErrors: [
    grows(
      'debrief_http_request_duration_seconds_count',
      { service: 'gateway', route: '/a', status: '200' },
      900,
    ),
    grows(
      'debrief_http_request_duration_seconds_count',
      { service: 'gateway', route: '/a', status: '503' },
      10,
    ),
  ],
  DebriefSlow: [
    grows(
      'debrief_http_request_duration_seconds_bucket',
      { service: 'gateway', route: '/a', le: '2.5' },
      980,
    ),
    grows('debrief_http_request_duration_seconds_bucket', { service: 'gateway', route: '/a', le: '5' }, 1000),
    grows(
      'debrief_http_request_duration_seconds_bucket',
      { service: 'gateway', route: '/a', le: '+Inf' },
      1000,
    ),
  ],
  DebriefRequestsTimeOut: [
    grows('debrief_requests_total', { service: 'gateway', operation: 'a.b.get', outcome: 'timed_out' }, 1),
  ],
  DebriefRecordingsWait: [
    grows('debrief_oldest_recording_seconds', { service: 'ingest', state: 'QUEUED' }, 60),
  ],
  DebriefRecordingsStuck: [
    constantly('debrief_recordings_stuck', { service: 'ingest', waits_for: 'engine_unavailable' }, 3),
  ],
  DebriefRecordingsFail: [
    grows('debrief_transcription_tries_total', { service: 'transcription', outcome: 'transcribed' }, 3),
    grows('debrief_transcription_tries_total', { service: 'transcription', outcome: 'failed' }, 1),
  ],
  DebriefAnalysesWait: [grows('debrief_oldest_analysis_seconds', { service: 'coaching' }, 60)],
  DebriefOutboxWaits: [grows('debrief_outbox_oldest_seconds', { service: 'ingest' }, 60)],
  DebriefEventsRejected: [
    grows('debrief_events_total', { service: 'analytics', consumer: 'a_b', outcome: 'rejected' }, 0.05),
  ],
  DebriefJobsFail: [constantly('debrief_jobs_failed', { service: 'directory' }, 1)],
  DebriefJobsWait: [grows('debrief_jobs_oldest_seconds', { service: 'directory' }, 60)],
  DebriefAudioStays: [constantly('debrief_audio_store_usable', { service: 'ingest' }, 0)],
  DebriefLate: [
    constantly(
      'nodejs_eventloop_lag_p99_seconds',
      { job: 'debrief', service: 'gateway', instance: 'gateway:9000' },
      2,
    ),
  ],
};

t.test(
  'each alert fires in its fault, and no other; none fires at what the apps say by themselves',
  async (t) => {
    t.strictSame(Object.keys(faults).toSorted(), rules.map(({ alert }) => alert).toSorted());
    const read = new Set(rules.flatMap(({ expr }) => metricsIn(expr)));
    const healthy = scraped.series.filter(({ name }) => read.has(name) && !isOfOtherTests(name));
    t.ok(healthy.length > 20, 'the alerts look at what was exposed');
    const firing = 'count by (alertname) (ALERTS{alertstate="firing"})';
    const tests = [[null, []] as const, ...Object.entries(faults)].map(([alert, changes]) => ({
      name: alert ?? 'nothing is wrong',
      interval: '1m',
      input_series: withChanges(healthy, changes).map(({ text, values }) => ({ series: text, values })),
      promql_expr_test: [
        {
          expr: `min by (alertname) (${firing}) > bool 0`,
          eval_time: '75m',
          exp_samples: alert === null ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
        },
      ],
    }));
    const file = join(t.testdir({}), 'tests.yaml');
    await writeFile(
      file,
      stringify({ rule_files: [join(folder, 'alerts.yaml')], evaluation_interval: '1m', tests }),
    );
    const output = await promtool('test', 'rules', file).catch(({ stdout, stderr }) => ({ stdout, stderr }));
    t.match(output.stdout, /SUCCESS/, `${output.stdout}${output.stderr}`);
  },
);

/** The other files and the machine move these while this one runs; and a bucket of each route would take seconds. */
function isOfOtherTests(name: string): boolean {
  return /^(nodejs_eventloop_lag_|debrief_recordings_stuck|debrief_jobs_)|_bucket$/.test(name);
}

/** A fault takes the place of the series with its labels. */
function withChanges(series: readonly Series[], changes: readonly Series[]): Series[] {
  const changed = new Set(changes.map(({ text }) => text));
  return [...series.filter(({ text }) => !changed.has(text)), ...changes].filter(
    ({ values }) => values !== '',
  );
}
