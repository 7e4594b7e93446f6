import t from 'tap';
import { candidatesOf, keyOf, relationTo } from '../../../../src/engines/findings/times/candidates.ts';
import { mentionsIn } from '../../../../src/engines/findings/times/mentions.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

/** What the times named in a call on Tuesday 2026-03-10 may add up to. */
function candidates(...turns: string[]): (string | null)[] {
  return candidatesOf(mentionsIn(talk(turns, { date: '2026-03-10' })), []).map(({ time }) => keyOf(time));
}

t.test('a day and an hour that were named apart may be one time, whatever the acts are', async (t) => {
  const found = candidates('A: Thursday? {inform}', 'C: Hm. {inform}', 'A: At three, then. {inform}');
  t.ok(found.includes('2026-03-12 3:0'));
});

t.test('an hour may belong to any of the days that were named', async (t) => {
  const found = candidates('A: Thursday or Friday? {propose_time}', 'C: At ten. {accept}');
  t.ok(found.includes('2026-03-12 10:0'));
  t.ok(found.includes('2026-03-13 10:0'));
});

t.test('what has been and what is ruled out is not a candidate', async (t) => {
  t.strictSame(candidates('C: I called last Friday. {inform}'), []);
  t.strictSame(candidates('C: Not Friday. {decline}'), []);
});

t.test('a mention speaks for a time, against it, or neither', async (t) => {
  const turns = [
    'A: Thursday at three? {propose_time}',
    'C: Three is fine. {accept}',
    'C: Or Friday. {counter_time}',
    'C: In the afternoon. {inform}',
  ];
  const mentions = mentionsIn(talk(turns, { date: '2026-03-10' }));
  const time = candidatesOf(mentions, []).find((one) => keyOf(one.time) === '2026-03-12 3:0')?.time;
  t.ok(time !== undefined);
  if (time === undefined) return;
  t.strictSame(
    mentions.map((mention) => relationTo(time, mention)),
    ['supports', 'supports', 'contradicts', 'neither'],
  );
});
