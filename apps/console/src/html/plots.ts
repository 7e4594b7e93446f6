import type * as Charts from 'echarts';
import { Html } from './html.ts';

/** One file, loaded when the first plot is drawn: as 500 modules it takes 0.7 s and 93 MB, as this 0.1 s and 24 MB. */
const ONE_FILE = 'echarts/dist/echarts.min.js';
let loading: Promise<typeof Charts> | undefined;

const WIDTH = 640;
const ROW_HEIGHT = 28;
const MARGIN = 44;

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

/** A line through what is known, between bounds. */
export function line(points: readonly Point[], { min, max }: { min: number; max: number }): Promise<Html> {
  return draw(240, {
    grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
    xAxis: {
      type: 'category',
      data: points.map(({ name }) => name),
      axisLabel: { color: INK },
      axisLine: { lineStyle: { color: RULE } },
    },
    yAxis: { type: 'value', min, max, axisLabel: { color: INK }, splitLine: { lineStyle: { color: RULE } } },
    series: [
      {
        type: 'line',
        ...{ data: values(points), silent: true, connectNulls: true, symbolSize: 7, symbol: 'circle' },
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

/** Without its own style sheet and attributes, which the content security policy forbids; console.css has them. */
async function draw(height: number, option: Charts.EChartsCoreOption): Promise<Html> {
  loading ??= import(ONE_FILE).then((module) => module.default as typeof Charts);
  const { init } = await loading;
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
