import { readFile } from 'node:fs/promises';
import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import type { ScriptedCall } from '@debrief/contracts/scripted-call';
import { type Condition, conditions } from './conditions.ts';
import { accents, type Voice, voices } from './voices.ts';

const TURNS_LEAST = 8;
const ACCENT_EVERY = 4;

export interface CallPlan {
  name: string;
  condition: Condition;
  script: Pick<ScriptedCall, 'agent' | 'contact' | 'direction' | 'turns'>;
  voices: Record<SpeakerRole, Voice>;
  seconds: number;
  seed: number;
}

/** Which calls there are. Texts are labelled calls of the repository; no engine or rule was made from them. */
export async function planCalls(o: {
  calls: number;
  seconds: number;
  seed: number;
  texts: string;
}): Promise<CallPlan[]> {
  const all = JSON.parse(await readFile(o.texts, 'utf8')) as ScriptedCall[];
  const scripts = all.filter(({ turns }) => turns.length >= TURNS_LEAST);
  return Array.from({ length: o.calls }, (_, index) => {
    const condition = conditions[index % conditions.length] as Condition;
    const { id, agent, contact, direction, turns } = scripts[
      (index + 31 * o.seed) % scripts.length
    ] as ScriptedCall;
    // Over the calls each voice meets every other.
    const first = (index + o.seed) % voices.length;
    const second = (first + 1 + (Math.floor(index / voices.length) % (voices.length - 1))) % voices.length;
    const accent =
      (index + o.seed) % ACCENT_EVERY === 0
        ? accents[Math.floor(index / ACCENT_EVERY) % accents.length]
        : undefined;
    return {
      name: `${String(index + 1).padStart(2, '0')}-${condition.layout}-${condition.kind.replaceAll(/\W+/g, '-')}-${id}`,
      condition,
      script: { agent, contact, turns, ...(direction === undefined ? {} : { direction }) },
      voices: { agent: voices[first] as Voice, contact: accent ?? (voices[second] as Voice) },
      seconds: o.seconds,
      seed: 1000 * o.seed + index,
    };
  });
}
