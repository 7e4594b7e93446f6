import type { AudioOutcome } from '@debrief/contracts/resources/audio';
import type { Metrics } from '@debrief/service-kit/run';
import { currentTraces, inSpans } from '@debrief/tracing/tracing';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Release } from './ask-ingest.ts';

type Outcome = Release['outcome'];

export interface WorkMetrics {
  /** Runs the body as a span, and keeps how long it took, failed or not. */
  timed<R>(
    stage: 'download' | 'decode' | 'transcribe' | 'keep' | 'finish',
    body: () => Promise<R>,
  ): Promise<R>;
  /** An engine came free for a recording that was ready at the time given, by performance.now(). */
  waited(sinceMs: number): void;
  downloaded(bytes: number): void;
  recognized(engine: string, seconds: number, audioSeconds: number): void;
  /** Audio that was to be kept for listening. */
  kept(audio: AudioOutcome): void;
  /** @param code of the failure; empty for a transcript. */
  ended(outcome: 'transcribed' | 'not_held' | Outcome, code?: string): void;
}

export function createWorkMetrics({ registry }: Metrics): WorkMetrics {
  const registers = [registry];
  const stageSeconds = new Histogram({
    name: 'debrief_transcription_stage_seconds',
    help: 'Duration of the stages of a try at a recording; wait is for the first free engine',
    labelNames: ['stage'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600],
    registers,
  });
  const tries = new Counter({
    name: 'debrief_transcription_tries_total',
    help: 'Tries at recordings by how they ended, with the code of what went wrong; not_held: another has it, or nobody',
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
    help: 'Seconds an engine takes for a second of audio, window by window',
    labelNames: ['engine'],
    buckets: [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2],
    registers,
  });
  const keptAudio = new Counter({
    name: 'debrief_transcription_audio_total',
    help: 'Audio that was to be kept for listening: kept, or why it could not be',
    labelNames: ['outcome'],
    registers,
  });
  const keptBytes = new Counter({
    name: 'debrief_transcription_audio_bytes_total',
    help: 'Bytes of audio that was kept for listening',
    registers,
  });
  return {
    async timed(stage, body) {
      const stop = stageSeconds.startTimer({ stage });
      try {
        return await inSpans(stage, currentTraces(), {}, body);
      } finally {
        stop();
      }
    },
    waited: (sinceMs) => stageSeconds.observe({ stage: 'wait' }, (performance.now() - sinceMs) / 1000),
    downloaded: (bytes) => downloadedBytes.inc(bytes),
    recognized(engine, seconds, audioSeconds) {
      if (audioSeconds > 0) realTimeFactor.observe({ engine }, seconds / audioSeconds);
    },
    kept(audio) {
      keptAudio.inc({ outcome: 'fault' in audio ? audio.fault : 'kept' });
      if ('bytes' in audio) keptBytes.inc(audio.bytes);
    },
    ended: (outcome, code = '') => tries.inc({ outcome, code }),
  };
}

/** What is held, read at each scrape. */
export function observeHeld(
  { registry }: Metrics,
  held: () => { downloading: number; transcribing: number },
): void {
  new Gauge({
    name: 'debrief_transcription_held',
    help: 'Recordings held: downloading or waiting for an engine, or transcribing',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(held())) this.set({ state }, count);
    },
  });
}
