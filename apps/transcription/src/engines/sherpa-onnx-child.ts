/**
 * The program of the child: loads one model, then answers each block of samples, or of text, on its standard input by a
 * line of JSON on descriptor 3, before which lines of `Share` may come. It sees this file and imports nothing of ours.
 */
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What the child is started with, as JSON. */
export interface ChildTask {
  /** The folder of sherpa-onnx-node. */
  readonly addon: string;
  readonly task: keyof typeof tasks;
  /** Of what the task needs: an OfflineRecognizer, a Vad, an OfflineSpeakerDiarization, an OfflinePunctuation or an OnlinePunctuation. */
  readonly config: object;
}

/** How far it is with a block, 0 to 1. */
export interface Share {
  readonly share: number;
}

/** The parts of sherpa-onnx-node that are used here. */
interface Sherpa {
  OfflineRecognizer: new (
    config: object,
  ) => {
    createStream(): {
      readonly handle: object;
      acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
    };
    decode(stream: object): void;
  };
  Vad: new (
    config: object,
    bufferSeconds: number,
  ) => {
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    front(external: boolean): { start: number; samples: Float32Array };
    pop(): void;
    flush(): void;
  };
  OfflineSpeakerDiarization: new (config: object) => { readonly handle: object };
  SpeakerEmbeddingExtractor: new (
    config: object,
  ) => {
    createStream(): {
      acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
      inputFinished(): void;
    };
    compute(stream: object, external: boolean): Float32Array;
  };
  OfflinePunctuation: new (config: object) => { addPunct(text: string): string };
  OnlinePunctuation: new (config: object) => { addPunct(text: string): string };
}

const SAMPLE_RATE = 16_000;
const VAD_STEP = 512;
const VAD_BUFFER_SECONDS = 60;
/** A minute shows a voice. */
const VOICE_SAMPLES = 60 * SAMPLE_RATE;
const LENGTH_BYTES = 4;

const { addon, task, config } = JSON.parse(process.argv[2] ?? '') as ChildTask;
const load = createRequire(import.meta.url);
const sherpa = load(addon) as Sherpa;
/** What its classes do not have. */
const { getOfflineStreamResultAsJson, offlineSpeakerDiarizationProcessAsync } = load(`${addon}/addon.js`) as {
  getOfflineStreamResultAsJson(handle: object): string;
  offlineSpeakerDiarizationProcessAsync(
    handle: object,
    samples: Float32Array,
    onChunk: (done: number, total: number) => number,
  ): Promise<{ start: number; end: number; speaker: number }[]>;
};
const tasks = {
  recognize: recognizer,
  find_speech: speechFinder,
  tell_voices: voiceTeller,
  punctuate: punctuator,
};
const answer = tasks[task]();
tell({ ready: true });
for await (const block of blocks()) tell(await answer(block));

function recognizer(): (block: Buffer) => unknown {
  const recognizer = new sherpa.OfflineRecognizer(config);
  return (block) => {
    const samples = samplesOf(block);
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
    recognizer.decode(stream);
    // Control characters of a text are not escaped.
    return JSON.parse(getOfflineStreamResultAsJson(stream.handle).replaceAll(/\p{Cc}/gu, ' '));
  };
}

/** An empty block ends the recording: what is left is told, and the next block begins another. */
function speechFinder(): (block: Buffer) => unknown {
  let vad = new sherpa.Vad(config, VAD_BUFFER_SECONDS);
  return (block) => {
    const samples = samplesOf(block);
    for (let at = 0; at < samples.length; at += VAD_STEP) {
      vad.acceptWaveform(samples.subarray(at, at + VAD_STEP));
    }
    if (samples.length === 0) vad.flush();
    const found: { start: number; length: number }[] = [];
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples } = vad.front(false);
      found.push({ start, length: samples.length });
    }
    if (samples.length === 0) vad = new sherpa.Vad(config, VAD_BUFFER_SECONDS);
    return found;
  };
}

/** Who speaks when, and for each speaker what the voice is like, by which parts of a recording are joined. */
function voiceTeller(): (block: Buffer) => Promise<unknown> {
  const diarization = new sherpa.OfflineSpeakerDiarization(config);
  const extractor = new sherpa.SpeakerEmbeddingExtractor((config as { embedding: object }).embedding);
  return async (block) => {
    const samples = samplesOf(block);
    let percent = 0;
    const segments = await offlineSpeakerDiarizationProcessAsync(
      diarization.handle,
      samples,
      (done, total) => {
        const now = Math.floor((100 * done) / total);
        if (now > percent) tell({ share: now / 100 } satisfies Share);
        percent = now;
        return 0;
      },
    );
    const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
    const voices = speakers.map((speaker) => {
      const own = segments.filter((segment) => segment.speaker === speaker);
      const stream = extractor.createStream();
      let left = VOICE_SAMPLES;
      for (const { start, end } of own.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
        const from = Math.round(start * SAMPLE_RATE);
        const spoken = samples.subarray(from, Math.min(Math.round(end * SAMPLE_RATE), from + left));
        stream.acceptWaveform({ samples: spoken, sampleRate: SAMPLE_RATE });
        left -= spoken.length;
        if (left <= 0) break;
      }
      stream.inputFinished();
      const seconds = own.reduce((sum, { start, end }) => sum + end - start, 0);
      return { speaker, seconds, embedding: [...extractor.compute(stream, false)] };
    });
    return { segments, voices };
  };
}

function punctuator(): (block: Buffer) => unknown {
  const isOffline = 'ctTransformer' in (config as { model: object }).model;
  const model = isOffline ? new sherpa.OfflinePunctuation(config) : new sherpa.OnlinePunctuation(config);
  return (block) => model.addPunct(block.toString());
}

/** Blocks of 16-bit samples or of text, each after its length in bytes. */
async function* blocks(): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    size += chunk.length;
    for (;;) {
      if (size < LENGTH_BYTES) break;
      if ((waiting[0]?.length ?? 0) < LENGTH_BYTES) waiting = [Buffer.concat(waiting)];
      const length = waiting[0]?.readUInt32LE(0) ?? 0;
      if (size < LENGTH_BYTES + length) break;
      const all = Buffer.concat(waiting);
      yield all.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
      waiting = [all.subarray(LENGTH_BYTES + length)];
      size -= LENGTH_BYTES + length;
    }
  }
}

function samplesOf(bytes: Buffer): Float32Array {
  return Float32Array.from(
    { length: bytes.length >> 1 },
    (_, index) => bytes.readInt16LE(index * 2) / 32_768,
  );
}

function tell(value: unknown): void {
  writeSync(3, `${JSON.stringify(value)}\n`);
}
