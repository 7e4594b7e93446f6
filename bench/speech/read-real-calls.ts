import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LabelledCall, Turn } from './labelled-call.ts';

const FOLDER = path.resolve(import.meta.dirname, '../audio/real');
const AUDIO = /\.(wav|mp3|m4a|ogg|flac)$/i;

/** Recordings of real people that the operator put beside their texts; README.md says how these are written. */
export async function readRealCalls(folder = FOLDER): Promise<LabelledCall[]> {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => AUDIO.test(file));
  return Promise.all(
    files.sort().map(async (file) => {
      const text = path.join(folder, file.replace(AUDIO, '.txt'));
      if (!existsSync(text)) throw new Error(`${path.join(folder, file)} has no text beside it: ${text}`);
      const labels = parseLabels(readFileSync(text, 'utf8'), text);
      const audio = path.join(folder, file);
      return {
        name: `real-${path.parse(file).name}`,
        ...{ kind: 'real speech', file: audio, layout: await layoutOf(audio), isClean: false },
        ...labels,
      };
    }),
  );
}

type Labels = Pick<LabelledCall, 'agent' | 'contact' | 'incoming' | 'turns'>;

/** Lines `agent: NAME`, `contact: NAME` and `direction: inbound`, then `---`, then turns: `A 1.5-3.2: Hello` or `C: Hello`. */
export function parseLabels(content: string, file: string): Labels {
  const [head = '', body] = content.split(/^---\s*$/m, 2);
  const header = Object.fromEntries(
    [...head.matchAll(/^(agent|contact|direction):\s*(.+?)\s*$/gm)].map(([, key, value]) => [key, value]),
  );
  const { agent, contact, direction } = header;
  if (body === undefined || agent === undefined || contact === undefined)
    throw new Error(`${file} must begin with lines "agent: NAME" and "contact: NAME", then "---"`);
  const turns = body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): Turn => {
      const found = /^([AC])(?:\s+(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?))?:\s*(.*)$/.exec(line);
      if (found === null)
        throw new Error(`${file}: a turn is "A: words" or "C 12.3-15.1: words", not "${line.slice(0, 40)}"`);
      const [, letter, from, to, text = ''] = found;
      const spoken =
        from === undefined || to === undefined ? null : [{ startTime: Number(from), endTime: Number(to) }];
      return { role: letter === 'A' ? 'agent' : 'contact', text, spoken };
    });
  if (turns.length === 0) throw new Error(`${file} has no turns after "---"`);
  return { agent, contact, incoming: direction === 'inbound', turns };
}

async function layoutOf(file: string): Promise<'stereo' | 'mono'> {
  const options = [
    '-v',
    'error',
    '-select_streams',
    'a:0',
    '-show_entries',
    'stream=channels',
    '-of',
    'csv=p=0',
  ];
  const { stdout } = await promisify(execFile)('ffprobe', [...options, file]);
  return Number.parseInt(stdout, 10) > 1 ? 'stereo' : 'mono';
}
