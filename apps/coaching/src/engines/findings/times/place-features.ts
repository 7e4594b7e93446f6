import { isSameClock } from './agreed-time.ts';
import { type Candidate, keyOf, relationTo } from './candidates.ts';
import { type Features, note, puts } from './features.ts';
import type { Heard } from './heard.ts';
import type { Mention } from './mentions.ts';
import type { Standing } from './talk.ts';

/** How late a time is named, what is named after it, and whether following the acts leads to it. */
export function notePlaceFeatures(features: Features, heard: Heard, { time, support }: Candidate): void {
  const { conversation, mentions, standing } = heard;
  const { stretches, turns } = conversation;
  const [first, last] = [support[0] as Mention, support.at(-1) as Mention];
  note(features, 'last place', last.stretch.index / stretches.length);
  note(features, 'turns to the end', Math.log1p(turns.length - last.stretch.turn) / 4);
  const others = mentions.filter(
    (mention) => isNamedAfter(last, mention) && relationTo(time, mention) === 'contradicts',
  );
  note(features, 'replaced', Math.min(3, others.length) / 3);
  note(
    features,
    'replaced by chance',
    others.reduce((high, { stretch }) => Math.max(high, puts(stretch)), 0),
  );
  note(features, 'last named', Number(others.length === 0));
  note(features, 'first named', Number(mentions[0]?.stretch === first.stretch));
  note(features, 'negated', Number(support.some(({ said }) => said.isNegated)));
  note(features, 'not ahead', Number(support.some(({ said }) => !said.isAhead)));
  const beside = mentions.filter(({ stretch }) => stretch === last.stretch);
  const isBeside = beside.some((mention) => relationTo(time, mention) === 'contradicts');
  note(features, 'beside another', Number(isBeside));
  for (const one of standing) noteFollowed(features, time, one);
}

function isNamedAfter(last: Mention, { stretch, said }: Mention): boolean {
  return stretch.index > last.stretch.index && said.isAhead && !said.isNegated;
}

function noteFollowed(features: Features, time: Candidate['time'], followed: Standing): void {
  if (keyOf(followed.time) === keyOf(time)) {
    note(features, 'followed', 1);
    note(features, 'followed, probability', followed.probability);
    return;
  }
  const { date, clock } = followed.time;
  const isDay = date !== null && date === time.date;
  const haveHours = clock !== null && time.clock !== null;
  note(features, 'followed to its day', Number(isDay));
  note(features, 'followed to its hour', Number(haveHours && isSameClock(clock, time.clock as typeof clock)));
  note(features, 'followed elsewhere', followed.probability * Number(!isDay || haveHours));
}
