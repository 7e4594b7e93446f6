import type { Stretch } from '../../conversation/conversation.ts';
import { most } from './features.ts';
import type { Heard } from './heard.ts';
import type { KindSigns } from './kind-signs.ts';

/** Stretches before the talk about a time that may have led to it. */
const PUTTING_OFF = 8;

/** What tells a meeting from somebody only ringing again. */
export interface Kind {
  calls: number;
  lines: number;
  meetings: number;
  offered: number;
  puts: number;
  settled: number;
  incoming: number;
}

/**
 * By what the talk about the time speaks of, by what was offered before it, and by whether it began because there was no
 * time or nobody to decide. `named` are the stretches that name the time, in order, which say most.
 */
export function kindOf({ conversation, history, signs }: Heard, named: readonly Stretch[]): Kind {
  const { stretches, context } = conversation;
  const [from, to] = [named[0]?.index ?? 0, named.at(-1)?.index ?? 0];
  const naming = new Set(named.map(({ index }) => index));
  let [calls, meetings, lines] = [0, 0, 0];
  for (let index = Math.max(0, from - 3); index < Math.min(signs.length, to + 5); index += 1) {
    const sign = signs[index] as KindSigns;
    const beside = index <= to ? sign.weightBefore : sign.weight;
    const weight = naming.has(index) ? 1.2 : beside * (index >= from && index <= to ? 1 : 0.6);
    calls += sign.calls * Math.max(weight, 0.15);
    if (weight < 0.2) continue;
    meetings += sign.meetings * weight;
    lines += sign.lines * weight;
  }
  const puts = stretches.slice(Math.max(0, from - PUTTING_OFF), from);
  return {
    calls: Math.min(calls, 2),
    lines: Math.min(lines, 2),
    meetings: Math.min(meetings, 2),
    offered: history.offeredBefore(from),
    puts: most(puts, 'defer', 'gatekeep', 'object:no_time', 'object:authority'),
    settled: history.mostBefore('buy', to),
    incoming: Number(context.incoming === true),
  };
}
