import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import { type Candidate, clockRelation, dayRelation, keyOf } from './candidates.ts';
import { type Features, note, roles, stretchesOf } from './features.ts';
import type { Mention } from './mentions.ts';

/** How whole a time is, and how its parts came together. */
export function notePartFeatures(
  features: Features,
  mentions: readonly Mention[],
  { time, support }: Candidate,
): void {
  noteShape(features, time);
  const days = support.filter((mention) => dayRelation(time, mention) === 'same');
  const exact = days.filter(({ date }) => date !== null && date === time.date);
  const hours = support.filter((mention) => clockRelation(time, mention) === 'same');
  const ofDay = new Set(days);
  const both = hours.filter((mention) => ofDay.has(mention));
  note(features, 'named whole', Number(both.length > 0));
  note(features, 'named whole, times', Math.log1p(both.length));
  note(features, 'day, times', Math.log1p(stretchesOf(days).length));
  note(features, 'day exact, times', Math.log1p(stretchesOf(exact).length));
  note(features, 'day never exact', Number(days.length > 0 && exact.length === 0));
  note(features, 'hour, times', Math.log1p(stretchesOf(hours).length));
  note(features, 'hour once', Number(stretchesOf(hours).length === 1));
  note(features, 'day once', Number(stretchesOf(days).length === 1));
  for (const role of roles) {
    note(features, `day by ${role}`, isBy(days, role));
    note(features, `hour by ${role}`, isBy(hours, role));
    note(features, `whole by ${role}`, isBy(both, role));
  }
  note(features, 'day by both', isBy(days, 'agent') * isBy(days, 'contact'));
  note(features, 'hour by both', isBy(hours, 'agent') * isBy(hours, 'contact'));
  if (time.clock === null) noteHoursAfter(features, mentions, support[0] as Mention);
  noteApart(features, mentions, time, days, hours);
}

function noteShape(features: Features, time: Candidate['time']): void {
  const { day, date, clock, part, bound } = time;
  note(features, 'no hour', Number(keyOf(time)?.endsWith(' ') ?? false));
  note(features, 'no day', Number(day === null));
  note(features, 'no date', Number(day !== null && date === null));
  note(features, 'today', Number(day?.offset === 0));
  note(features, 'soon', Number(day?.soon !== undefined));
  note(features, 'part', Number(part !== null));
  note(features, 'part without hour', Number(part !== null && clock === null));
  if (clock !== null && bound !== null) note(features, `bound ${bound}`, 1);
}

function noteHoursAfter(features: Features, mentions: readonly Mention[], first: Mention): void {
  const isHour = ({ said, stretch }: Mention) => said.clock !== null && stretch.index >= first.stretch.index;
  note(features, 'hours named after', Number(mentions.some(isHour)));
}

/** A day and an hour that were named far from each other, or each beside another, may not belong together. */
function noteApart(
  features: Features,
  mentions: readonly Mention[],
  time: Candidate['time'],
  days: readonly Mention[],
  hours: readonly Mention[],
): void {
  const [day, hour] = [days.at(-1), hours.at(-1)];
  if (day === undefined || hour === undefined) return;
  note(features, 'day and hour apart', Math.min(1, turnsApart(days, hours) / 6));
  const dayThen = mentions.findLast(
    ({ said, stretch }) => said.day !== null && stretch.index <= hour.stretch.index,
  );
  const hourThen = mentions.findLast(
    ({ said, stretch }) => said.clock !== null && stretch.index <= day.stretch.index + 3,
  );
  const isDayOther = dayThen !== undefined && dayRelation(time, dayThen) === 'other';
  const isHourOther = hourThen !== undefined && clockRelation(time, hourThen) === 'other';
  note(features, 'hour of another day', Number(isDayOther));
  note(features, 'day of another hour', Number(isHourOther));
}

/** The fewest turns between one of these and one of those, both in the order of the call. */
function turnsApart(these: readonly Mention[], those: readonly Mention[]): number {
  let [fewest, other] = [Number.POSITIVE_INFINITY, 0];
  for (const { stretch } of these) {
    const apart = (at: number) =>
      Math.abs((those[at]?.stretch.turn ?? Number.POSITIVE_INFINITY) - stretch.turn);
    while (apart(other + 1) <= apart(other)) other += 1;
    fewest = Math.min(fewest, apart(other));
  }
  return fewest;
}

function isBy(mentions: readonly Mention[], role: SpeakerRole): number {
  return Number(mentions.some(({ stretch }) => stretch.role === role));
}
