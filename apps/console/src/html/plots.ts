import { createHash } from 'node:crypto';
import type * as Charts from 'echarts';
import { Html } from './html.ts';

/** One file: as 500 modules it takes 0.7 s and 93 MB, as this 0.1 s and 24 MB. */
const ONE_FILE = 'echarts/dist/echarts.min.js';
let loading: Promise<typeof Charts> | undefined;

/** Narrow, so that texts can be read where a phone shows the whole of it. */
const WIDTH = 360;
const ROW_HEIGHT = 28;
const MARGIN = 44;
const DAY_MS = 86_400_000;

interface Point {
  name: string;
  value: number | null;
}

/** Bars from left to right, one a name, in the order given from above. */
export function bars(points: readonly Point[]): Promise<Html> {
  const names = points.map(({ name }) => name);
  return draw(MARGIN + points.length * ROW_HEIGHT, {
    // Names are measured without the browser's font, and may be longer in it.
    grid: { left: 28, right: 40, top: 8, bottom: 8, containLabel: true },
    xAxis: {
      type: 'value',
      minInterval: 1,
      axisLabel: { color: INK },
      splitLine: { lineStyle: { color: RULE } },
    },
    yAxis: {
      type: 'category',
      data: names,
      inverse: true,
      axisLabel: { color: INK },
      axisLine: { lineStyle: { color: RULE } },
      axisTick: { show: false },
    },
    series: [
      {
        type: 'bar',
        ...{ data: values(points), silent: true, itemStyle: { color: MARK }, barMaxWidth: 18 },
        label: { show: true, position: 'right', color: INK },
      },
    ],
  });
}

/** A line through what is known of days, `YYYY-MM-DD`, as far apart as they are, between bounds. */
export function line(points: readonly Point[], { min, max }: { min: number; max: number }): Promise<Html> {
  // As instants of UTC, which the axis is in: a bare day would be midnight where the console runs.
  const days = points.map(({ name, value }) => [Date.parse(name), value ?? '-']);
  return draw(240, {
    // The name of the last day is as wide on both sides of its point.
    grid: { left: 8, right: 28, top: 16, bottom: 8, containLabel: true },
    useUTC: true,
    xAxis: {
      type: 'time',
      minInterval: DAY_MS,
      axisLabel: { color: INK, formatter: '{d} {MMM}', hideOverlap: true },
      axisLine: { lineStyle: { color: RULE } },
    },
    yAxis: { type: 'value', min, max, axisLabel: { color: INK }, splitLine: { lineStyle: { color: RULE } } },
    series: [
      {
        type: 'line',
        ...{ data: days, silent: true, connectNulls: true, symbolSize: 7, symbol: 'circle' },
        ...{ lineStyle: { color: MARK }, itemStyle: { color: MARK } },
      },
    ],
  });
}

// Those of the page, dark or light.
const [INK, RULE, MARK] = ['currentColor', 'var(--tblr-border-color)', 'var(--tblr-primary)'];

function values(points: readonly Point[]): (number | string)[] {
  return points.map(({ value }) => value ?? '-');
}

/** Drawing takes some 10 ms of the process that answers everybody, and the same plot is looked at again and again. */
const drawn = new Map<string, Html>();
const DRAWN_MAX = 200;

async function draw(height: number, option: Charts.EChartsCoreOption): Promise<Html> {
  const key = createHash('sha256')
    .update(`${height} ${JSON.stringify(option)}`)
    .digest('base64');
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const plot = await drawAnew(height, option);
  const [oldest] = drawn.keys();
  if (drawn.size >= DRAWN_MAX && oldest !== undefined) drawn.delete(oldest);
  drawn.set(key, plot);
  return plot;
}

/** So that nobody waits for it: called once somebody is signed in and has their page. */
export function loadPlots(): Promise<typeof Charts> {
  loading ??= import(ONE_FILE).then((module) => module.default as typeof Charts);
  return loading;
}

/** Without its own style sheet and attributes, which the content security policy forbids; console.css has them. */
async function drawAnew(height: number, option: Charts.EChartsCoreOption): Promise<Html> {
  const { init } = await loadPlots();
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  try {
    chart.setOption({ animation: false, ...option });
    const svg = chart
      .renderToSVGString()
      .replace(/<style\b[\s\S]*?<\/style>/g, '')
      .replace(/ (style|class)="[^"]*"/g, '')
      .replace(/^<svg width="\d+" height="\d+"/, '<svg class="plot" aria-hidden="true" focusable="false"');
    return new Html(svg);
  } finally {
    chart.dispose();
  }
}
