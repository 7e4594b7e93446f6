/** A series as promtool takes it: its name with labels, and its values, one a minute. */
export interface Series {
  name: string;
  text: string;
  /** Empty: it is not there. */
  values: string;
}

type Labels = Record<string, string>;

/** Enough for what is counted over an hour. */
const MINUTES = 75;
const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

/**
 * What the processes expose, with the labels that Prometheus gives to it: all series as if they stayed as they are, and
 * the names of all metrics, those of which there is no series yet too.
 */
export async function scrape(processes: readonly { name: string; health_url: string }[]) {
  const names = new Set<string>();
  const series: Series[] = [];
  for (const { name: service, health_url } of processes) {
    const target = { job: 'debrief', instance: `${service}:9000` };
    series.push(constantly('up', { ...target, service }, 1));
    const text = await (await fetch(new URL('/metrics', health_url))).text();
    for (const line of text.split('\n')) {
      const [, declared, type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
      if (declared !== undefined) {
        names.add(declared);
        if (type === 'histogram')
          for (const part of ['bucket', 'sum', 'count']) names.add(`${declared}_${part}`);
      }
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name !== undefined)
        series.push(constantly(name, { ...parseLabels(labels), ...target }, Number(value)));
    }
  }
  return { names, series };
}

/** @param value null: the series is not there. */
export function constantly(name: string, labels: Labels, value: number | null): Series {
  return seriesOf(name, labels, value === null ? '' : `${value}+0x${MINUTES}`);
}

/** @param perMinute what it grows by, from 0. */
export function grows(name: string, labels: Labels, perMinute: number): Series {
  return seriesOf(name, labels, `0+${perMinute}x${MINUTES}`);
}

function seriesOf(name: string, labels: Labels, values: string): Series {
  const full: Labels =
    'service' in labels ? { job: 'debrief', instance: `${labels.service}:9000`, ...labels } : labels;
  const pairs = Object.entries(full)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}="${value}"`);
  return { name, text: `${name}{${pairs.join(',')}}`, values };
}

function parseLabels(text: string): Labels {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]),
  );
}
