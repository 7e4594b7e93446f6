import { PCM_SAMPLE_RATE, pcmDuration, readBlocks } from '../audio/pcm-file.ts';
import type { ModelChildren, ModelChildrenOptions } from '../engines/model-children.ts';
import type { VoicedRegion } from './separate-voices.ts';

/** What is told apart at once: enough of both voices, and 20 MB of samples. */
const PART_SECONDS = 600;
const FRAME_SAMPLES = 160;
const BYTES_PER_SECOND = 2 * PCM_SAMPLE_RATE;
const GIB = 1024 ** 3;
/** What sherpa-onnx and pyannote have: distance of embeddings up to which they are one voice, shortest speech and pause. */
const CLUSTER_DISTANCE = 0.5;
const SHORTEST_SECONDS = 0.3;
const PAUSE_SECONDS = 0.5;

/** Children that hold a model of who speaks when, and one of which voice it is. */
export const diarizationChildren: Omit<ModelChildrenOptions, 'modelsDir' | 'log' | 'max'> = {
  purpose: 'voices told apart',
  task: 'tell_voices',
  roles: ['segmentation', 'embedding'],
  configOf: (model) => {
    const run = { numThreads: 1, debug: 0, provider: 'cpu' };
    return {
      segmentation: { pyannote: { model: model('segmentation') }, ...run },
      embedding: { model: model('embedding'), ...run },
      clustering: { numClusters: -1, threshold: CLUSTER_DISTANCE },
      ...{ minDurationOn: SHORTEST_SECONDS, minDurationOff: PAUSE_SECONDS },
    };
  },
  memoryBytes: 5 * GIB,
  // A child that gets on uses its CPU, and how long ten minutes take depends on the model.
  times: { silentMs: 15_000, answerMs: 3_600_000 },
};

/** What a child makes of a part. */
export interface TaskVoices {
  segments: { start: number; end: number; speaker: number }[];
  /** One for each speaker. */
  voices: { speaker: number; seconds: number; embedding: number[] }[];
}

/**
 * Who of two speaks when in a mono WAV, by models; null where none can be used. Voice 0 is heard first; all is 0 when
 * there is one voice. A part is told apart by itself, and voices of parts are joined by their likeness, as are more
 * than two: a transcript has two sides.
 */
export async function tellVoices(
  children: ModelChildren,
  options: {
    file: string;
    signal: AbortSignal;
    onProgress: () => void;
    /** @param share that is done, 0 to 1. */
    onShare?: (share: number) => void;
    partSeconds?: number;
  },
): Promise<VoicedRegion[] | null> {
  const { file, signal, onProgress, onShare, partSeconds = PART_SECONDS } = options;
  const seconds = await pcmDuration(file);
  const parts: TaskVoices[] = [];
  for await (const samples of partsOf(file, partSeconds)) {
    const before = parts.length * partSeconds;
    const partLength = samples.length / BYTES_PER_SECOND;
    const tell = (share: number) => onShare?.(Math.min(1, (before + share * partLength) / seconds));
    const found = await children.use(signal, onProgress, (child, progress) =>
      child.ask(samples, signal, progress, tell),
    );
    if (found === null) return null;
    parts.push(found as TaskVoices);
    tell(1);
  }
  const sides = joinVoices(parts);
  const stretches = parts.flatMap(({ segments }, part) =>
    segments.map(({ start, end, speaker }) => ({
      startTime: part * partSeconds + start,
      endTime: part * partSeconds + end,
      side: sides[part]?.get(speaker) ?? 0,
    })),
  );
  stretches.sort((a, b) => a.startTime - b.startTime);
  const first = stretches[0]?.side;
  return inTurn(stretches.map(({ side, ...times }) => ({ ...times, voice: side === first ? 0 : 1 })));
}

async function* partsOf(file: string, partSeconds: number): AsyncGenerator<Buffer> {
  const partBytes = partSeconds * BYTES_PER_SECOND;
  let blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of readBlocks(file, FRAME_SAMPLES)) {
    blocks.push(Buffer.copyBytesFrom(block));
    bytes += block.byteLength;
    if (bytes < partBytes) continue;
    const all = Buffer.concat(blocks);
    yield all.subarray(0, partBytes);
    blocks = [all.subarray(partBytes)];
    bytes = all.length - partBytes;
  }
  if (bytes > 0) yield Buffer.concat(blocks);
}

interface Group {
  members: { part: number; speaker: number }[];
  seconds: number;
  /** Of all members, by how long each speaks. */
  sum: number[];
}

/** Voices of different parts whose embeddings are at least so alike are one person's. */
const SAME_LIKENESS = 1 - CLUSTER_DISTANCE;

/** The side of each speaker of each part: the two likest groups become one until there are two, or none are alike. */
function joinVoices(parts: readonly TaskVoices[]): Map<number, number>[] {
  const groups: Group[] = parts.flatMap(({ voices }, part) =>
    voices.map(({ speaker, seconds, embedding }) => ({
      members: [{ part, speaker }],
      seconds,
      sum: normalised(embedding).map((value) => value * seconds),
    })),
  );
  while (groups.length > 1) {
    const [a, b, likeness] = likestOf(groups);
    if (groups.length === 2 && (parts.length === 1 || likeness < SAME_LIKENESS)) break;
    const [one, other] = [groups[a] as Group, groups[b] as Group];
    one.members.push(...other.members);
    one.seconds += other.seconds;
    one.sum = one.sum.map((value, at) => value + (other.sum[at] ?? 0));
    groups.splice(b, 1);
  }
  return parts.map(
    (_, part) =>
      new Map(
        groups.flatMap(({ members }, side) =>
          members.filter((member) => member.part === part).map(({ speaker }) => [speaker, side] as const),
        ),
      ),
  );
}

function likestOf(groups: readonly Group[]): [number, number, number] {
  let best: [number, number, number] = [0, 1, Number.NEGATIVE_INFINITY];
  for (const [a, one] of groups.entries()) {
    for (let b = a + 1; b < groups.length; b += 1) {
      const likeness = cosine(one.sum, groups[b]?.sum ?? []);
      if (likeness > best[2]) best = [a, b, likeness];
    }
  }
  return best;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const [one, other] = [normalised(a), normalised(b)];
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function normalised(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / Math.max(length, 1e-9));
}

/** Where two speak at once, the one who began later has it, until that one stops. */
function inTurn(stretches: readonly VoicedRegion[]): VoicedRegion[] {
  const turns: VoicedRegion[] = [];
  for (const stretch of stretches) {
    const last = turns.at(-1);
    if (last === undefined || last.endTime <= stretch.startTime) turns.push({ ...stretch });
    else if (last.voice === stretch.voice) last.endTime = Math.max(last.endTime, stretch.endTime);
    else {
      const rest = { ...last, startTime: stretch.endTime };
      last.endTime = stretch.startTime;
      turns.push({ ...stretch });
      if (rest.endTime > rest.startTime) turns.push(rest);
    }
  }
  return turns.filter(({ startTime, endTime }) => endTime > startTime);
}
