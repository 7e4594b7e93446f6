import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { Transcript } from '../src/resources/transcript.ts';
import {
  DEFAULT_OCCURRED_AT,
  dayOrInstant,
  requestOf,
  type ScriptedCall,
  transcriptOf,
} from '../src/scripted-call.ts';

const call: ScriptedCall = {
  id: 'one',
  agent: 'Maria Lopez',
  contact: 'Walt Pruitt',
  turns: [
    { speaker: 'agent', text: 'Hello, is this Walt Pruitt?' },
    { speaker: 'contact', name: 'Jean', text: 'No.' },
  ],
};
const defaults = { category: 'sales', incoming: null, occurredAt: DEFAULT_OCCURRED_AT };

t.test('a turn is a segment, spoken at 150 words a minute with 0.4 s before the next', async (t) => {
  const transcript = transcriptOf(call.agent, call.contact, call.turns);
  t.ok(Value.Check(Transcript, transcript));
  t.match(transcript, {
    duration_seconds: 3.2,
    segments: [
      { role: 'agent', speaker: 'Maria Lopez', start_time: 0, end_time: 2 },
      { role: 'contact', speaker: 'Jean', start_time: 2.4, end_time: 2.8 },
    ],
  });
});

t.test('what a call leaves out is what the caller says, and never the clock', async (t) => {
  t.match(requestOf(call, defaults), {
    id: 'one',
    category: 'sales',
    incoming: null,
    occurred_at: '2026-01-05T10:00:00.000Z',
  });
  const whole: ScriptedCall = { ...call, category: 'solar', direction: 'inbound', date: '2026-03-01' };
  t.match(requestOf(whole, defaults), {
    category: 'solar',
    incoming: true,
    occurred_at: '2026-03-01T10:00:00.000Z',
  });
  t.equal(requestOf({ ...call, direction: 'outbound' }, defaults).incoming, false);
});

t.test('an instant is of the day it is where the agent is, and a day is that day in any zone', async (t) => {
  const given = { ...defaults, timeZone: 'Asia/Tokyo' };
  const instant = { ...call, occurred_at: '2026-11-20T23:00:00Z' };
  t.match(requestOf(instant, given), { occurred_at: '2026-11-20T23:00:00Z', time_zone: 'Asia/Tokyo' });
  t.equal(requestOf({ ...instant, time_zone: 'Europe/Berlin' }, given).time_zone, 'Europe/Berlin');
  t.notOk('time_zone' in requestOf({ ...call, date: '2026-11-20' }, given));
  t.notOk('time_zone' in requestOf(call, given), 'the day that stands in for one is any day');
});

t.test('a date is a day or an instant with an offset', async (t) => {
  t.equal(dayOrInstant('2026-11-20T15:00:00+01:00'), '2026-11-20T15:00:00+01:00');
  for (const wrong of ['2026-02-30', 'yesterday', '2026-11-20T15:00', '']) {
    t.throws(() => dayOrInstant(wrong), /neither a day \(2026-11-20\) nor an instant/);
  }
});
