import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Metrics } from '@debrief/service-kit/run';
import { Counter, Histogram } from 'prom-client';

export interface WorkMetrics {
  /** Runs the body and keeps how long it took, failed or not. */
  timed<R>(stage: 'download' | 'transcribe' | 'publish', body: () => Promise<R>): Promise<R>;
  /** An engine came free for a recording that was there at the time given, by performance.now(). */
  waited(sinceMs: number): void;
  downloaded(bytes: number): void;
  transcribed(transcript: Transcript, startedAtMs: number): void;
  /** @param code of the failure; empty for a transcript. */
  ended(outcome: 'transcribed' | 'failed' | 'retried' | 'handed_on', code?: string): void;
}

export function createWorkMetrics({ registry }: Metrics): WorkMetrics {
  const registers = [registry];
  const stageSeconds = new Histogram({
    name: 'debrief_transcription_stage_seconds',
    help: 'Duration of the stages of a try at a recording; wait is for a free engine',
    labelNames: ['stage'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600],
    registers,
  });
  const tries = new Counter({
    name: 'debrief_transcription_tries_total',
    help: 'Tries at recordings by how they ended, failures by their code',
    labelNames: ['outcome', 'code'],
    registers,
  });
  const downloadedBytes = new Counter({
    name: 'debrief_transcription_downloaded_bytes_total',
    help: 'Bytes of downloaded recordings',
    registers,
  });
  const realTimeFactor = new Histogram({
    name: 'debrief_transcription_real_time_factor',
    help: 'Seconds of work a second of audio takes, by engine',
    labelNames: ['engine'],
    buckets: [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2],
    registers,
  });
  return {
    async timed(stage, body) {
      const stop = stageSeconds.startTimer({ stage });
      try {
        return await body();
      } finally {
        stop();
      }
    },
    waited: (sinceMs) => stageSeconds.observe({ stage: 'wait' }, secondsSince(sinceMs)),
    downloaded: (bytes) => downloadedBytes.inc(bytes),
    transcribed({ engine, duration_seconds }, startedAtMs) {
      if (duration_seconds <= 0) return;
      realTimeFactor.observe({ engine: engine.name }, secondsSince(startedAtMs) / duration_seconds);
    },
    ended: (outcome, code = '') => tries.inc({ outcome, code }),
  };
}

function secondsSince(startMs: number): number {
  return (performance.now() - startMs) / 1000;
}
