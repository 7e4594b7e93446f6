import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtempDisposable, readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Condition } from './conditions.ts';
import type { LabelledCall } from './labelled-call.ts';
import { layOut } from './lay-out.ts';
import type { CallPlan } from './plan-calls.ts';
import { RATE } from './voices.ts';

/** Part of every name in the cache: raise it when the same plan gives other audio. */
const GENERATION = 1;
const FILTER_TELEPHONE = 'highpass=f=300,highpass=f=300,lowpass=f=3400,lowpass=f=3400';

/** Makes the calls that are not in the cache yet, as many at once as there are cores. */
export async function generateCalls(
  plans: readonly CallPlan[],
  o: { signal: AbortSignal; onCall: (name: string) => void },
): Promise<LabelledCall[]> {
  const folder = await cacheFolder();
  const calls: LabelledCall[] = [];
  const remaining = plans.entries();
  const lane = async () => {
    for (const [index, plan] of remaining) {
      o.signal.throwIfAborted();
      calls[index] = await generateCall(plan, folder, o.signal);
      o.onCall(plan.name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return calls;
}

async function generateCall(plan: CallPlan, folder: string, signal: AbortSignal): Promise<LabelledCall> {
  const key = createHash('sha256')
    .update(JSON.stringify([GENERATION, plan]))
    .digest('hex')
    .slice(0, 16);
  const { condition, script } = plan;
  const [ending, ...encoding] = condition.format;
  const file = path.join(folder, `${plan.name}-${key}.${ending}`);
  const labels = `${file}.json`;
  const known = await readFile(labels, 'utf8').catch(() => null);
  if (known !== null) return JSON.parse(known) as LabelledCall;
  const { channels, turns } = await layOut(plan, path.join(folder, 'lines'), signal);
  await using scratch = await mkdtempDisposable(path.join(folder, 'part-'));
  const [raw, part] = [path.join(scratch.path, 'raw'), path.join(scratch.path, `call.${ending}`)];
  await writeFile(raw, interleave(channels));
  const filters = condition.isTelephone ? ['-af', FILTER_TELEPHONE] : [];
  const input = ['-f', 's16le', '-ar', String(RATE), '-ac', String(channels.length), '-i', raw];
  const run = promisify(execFile);
  const encode = (target: string) =>
    run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...input, ...filters, ...encoding, '-bitexact', target], {
      signal,
    });
  if (ending === 'amr') {
    // ffmpeg of Debian reads AMR and does not write it. -C 7: 12.2 kbit/s, the rate of GSM's enhanced full rate.
    const decoded = `${raw}.wav`;
    await encode(decoded);
    await run('sox', [decoded, '-t', 'amr-nb', '-C', '7', part], { signal });
  } else await encode(part);
  await rename(part, file);
  const call: LabelledCall = {
    ...{ name: plan.name, kind: condition.kind, file, layout: condition.layout },
    isClean: isClean(condition),
    ...{ agent: script.agent, contact: script.contact, incoming: script.direction === 'inbound' },
    turns,
  };
  await writeFile(path.join(scratch.path, 'labels'), JSON.stringify(call));
  await rename(path.join(scratch.path, 'labels'), labels);
  return call;
}

const isClean = ({ isTelephone, noise, overlap, contactDb, leakDb, tooLoudDb }: Condition): boolean =>
  !isTelephone && [noise, overlap, contactDb, leakDb, tooLoudDb].every((value) => value === undefined);

/** Of this user alone: a name in the temporary folder may be anybody's. */
async function cacheFolder(): Promise<string> {
  const user = process.getuid?.() ?? 0;
  const folder = path.join(tmpdir(), `debrief-bench-speech-${user}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== user)
    throw new Error(`${folder} belongs to somebody else; remove it`);
  await chmod(folder, 0o700);
  return folder;
}

function interleave(channels: readonly Float32Array[]): Buffer {
  const length = channels[0]?.length ?? 0;
  const samples = new Int16Array(length * channels.length);
  channels.forEach((channel, at) => {
    for (let index = 0; index < length; index += 1) {
      const sample = Math.max(-1, Math.min(1, channel[index] ?? 0));
      samples[index * channels.length + at] = Math.round(sample * 32_767);
    }
  });
  return Buffer.from(samples.buffer);
}
