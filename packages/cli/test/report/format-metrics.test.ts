import type { Metrics } from '@debrief/contracts/resources/metrics';
import { metricsExample } from '@debrief/contracts/resources/metrics-example';
import t from 'tap';
import { formatMetrics } from '../../src/report/format-metrics.ts';

t.test('metrics are lines for people, with the change where the period before is compared', async (t) => {
  const text = formatMetrics('Acme', metricsExample);
  t.match(text, /^Acme\n2026-10-23 00:00 to 2026-11-21 09:00 UTC\nCompared with 2026-09-23 15:00 to/);
  for (const line of [
    /^Calls {23}4 {2}\(-20 %\)$/m,
    /^Rating {22}3\.90 {2}\(\+8\.3 %\)$/m,
    /^ {2}rated calls {15}3 \(1: 0, 2: 0, 3: 1, 4: 2, 5: 0\)$/m,
    /^ {2}Appointment Set {11}2 \(66\.7 %\)$/m,
    /^ {2}Price {21}2$/m,
    /^ {2}Talk ratio {16}0\.552 {2}\(-8 %\)$/m,
    /^ {2}2026-11-20 {2}3 {11}2 {11}4\.20$/m,
  ])
    t.match(text, line);
});

t.test('where there was no call before, it says that there is nothing to compare with', async (t) => {
  const { previous_period: before } = metricsExample;
  const diff_pct = { ...before.diff_pct, calls_total: null };
  const text = formatMetrics('Acme', { ...metricsExample, previous_period: { ...before, diff_pct } });
  t.match(text, /^Nothing to compare with: no call from 2026-09-23 15:00 to /m);
  t.notMatch(text, /Compared with/);
});

t.test('what has no sample is left out or a dash, never 0', async (t) => {
  const empty: Metrics = {
    ...metricsExample,
    filters: { source: ['api'], stage: [], team: [], type: 'inbound' },
    calls: {
      ...metricsExample.calls,
      total: 0,
      total_duration_seconds: null,
      average_duration_seconds: null,
    },
    rating: { average: null, count: 0, distribution: [] },
    ...{ outcomes: [], objections: [], trend: [] },
    conversation: { ...metricsExample.conversation, sample_size: 0 },
  };
  const text = formatMetrics('Acme', empty);
  t.match(text, /UTC; only inbound calls; source api\n/);
  t.match(text, /^ {2}length of all {13}-$/m);
  t.match(text, /^Rating {22}no rated call$/m);
  t.notMatch(text, /Conversation|Outcomes|Objections|Days/);
});
