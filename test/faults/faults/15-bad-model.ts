import type { Fault } from '../fault.ts';
import { analysisPath } from '../load/load.ts';
import { repeated } from '../load/load-plan.ts';
import type { ModelBehaviour } from '../stack/model-endpoint.ts';

const bad = (row: string, how: ModelBehaviour): Fault => ({
  row,
  once: true,
  does: `a language model that ${how}; every call is coached in time, and the analysis says why without it`,
  settings: ({ model }) => ({
    COACH_ENGINE: 'openai-compatible',
    COACH_URL: model.url,
    COACH_MODEL: 'test',
    COACH_TIMEOUT_SECONDS: '3',
  }),
  load: ({ audio }) => ({ recordings: repeated(5, audio.short) }),
  async inject({ model }) {
    model.behave(how);
  },
  async check({ load, stop, note, broken }) {
    for (const recording of load.recordings) {
      const { body } = await load.client.insist(
        () => load.client.get(recording.tenant, analysisPath(recording)),
        stop,
      );
      const reason = /"fallback_reason":("\w+"|null)/.exec(JSON.stringify(body))?.[1];
      if (reason === undefined || reason === 'null') broken('an analysis says no reason');
      else if (recording === load.recordings[0]) note(`the reason is ${reason}`);
    }
  },
});

export const badModel: readonly Fault[] = [
  bad('15a', 'hangs'),
  bad('15b', 'is overloaded'),
  bad('15c', 'fails'),
  bad('15d', 'talks nonsense'),
];
