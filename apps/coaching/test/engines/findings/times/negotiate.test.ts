import t from 'tap';
import { offer, standing } from '../../../fixtures/standing-times.ts';

t.test('parts of a time come together across turns', async (t) => {
  t.strictSame(
    standing(
      offer,
      'C: Sure. {accept}',
      'A: Thursday? {propose_time}',
      "C: Afternoon's better. {counter_time}",
      'A: Three? {propose_time}',
      'C: Fine. {accept}',
    ),
    ['appointment: Thursday at three in the afternoon = 2026-03-12T15:00'],
  );
});

t.test('a counter-proposal that is accepted replaces what was proposed', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: How about Thursday at ten? {propose_time}',
      "C: Ten I'm at the dentist. {decline} Half past eleven? {counter_time}",
      'A: Half past eleven it is. {accept}',
    ),
    ['appointment: Thursday at half past eleven = 2026-03-12T11:30'],
  );
});

t.test('a correction replaces only its part', async (t) => {
  const turns = [offer, 'A: Would Thursday at ten work? {propose_time}', 'C: Yes. {accept}'];
  t.strictSame(standing(...turns, 'C: No wait, Friday. {correct}', 'A: Friday, same time. {recap}'), [
    'appointment: Friday at ten = 2026-03-13T10:00',
  ]);
  t.strictSame(standing(...turns, 'C: Sorry, make that eleven. {correct}'), [
    'appointment: Thursday at eleven = 2026-03-12T11:00',
  ]);
});

t.test('what is taken back, declined afterwards or left to somebody else does not stand', async (t) => {
  const turns = [offer, 'A: Would Thursday at ten work? {propose_time}'];
  t.strictSame(
    standing(...turns, 'C: Okay. {accept}', 'A: Great.{backchannel}', 'C: No, forget it. {retract}'),
    [],
  );
  t.strictSame(
    standing(...turns, 'C: Okay. {accept}', 'A: Lovely. {backchannel}', "C: Thursday's no good. {decline}"),
    [],
  );
  t.strictSame(
    standing(...turns, "C: Could be, but I'd have to ask my wife first. {defer}", 'A: Okay. {accept}'),
    [],
  );
  t.strictSame(standing(...turns, 'C: Sure. {accept} I have to ask my wife first, though. {defer}'), []);
});

t.test('what was moved is not what stands', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: Saturday at ten? {propose_time}',
      'C: Saturday at ten, okay. {accept}',
      "A: You're down. {backchannel}",
      'C: Oh, Saturday is the christening. {retract}',
      'A: Sunday, half past two? {propose_time}',
      'C: That works. {accept}',
    ),
    ['appointment: Sunday at half past two = 2026-03-15T14:30'],
  );
});

t.test('a day that is given up where it is named last does not stand', async (t) => {
  const agreed = ['A: How about Friday at ten? {propose_time}', 'C: Friday at ten is good. {accept}'];
  const friday = 'appointment: Friday at ten = 2026-03-13T10:00';
  t.strictSame(standing(offer, ...agreed, 'A: And the Friday is set. {recap}'), [friday]);
  t.strictSame(standing(offer, ...agreed, "A: I'll scrub the Friday. {recap}"), []);
  t.strictSame(standing(offer, ...agreed, 'A: I took you off Friday. {recap}'), []);
  t.strictSame(standing(offer, ...agreed, "A: Don't forget Friday. {recap}"), [friday]);
});

t.test('the choice between two times is the one that was named', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: I have Wednesday at one or next Tuesday at nine. {propose_time}',
      'C: Tuesday. {accept}',
    ),
    ['appointment: Tuesday the seventeenth at nine = 2026-03-17T09:00'],
  );
});

t.test('a recap that nobody challenges is agreed to', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: How is Friday at four? {propose_time}',
      'C: My address is twelve Maple Street. {inform}',
      'A: So Friday at four, twelve Maple Street. {recap}',
      'C: Thank you. {thanks} Bye. {goodbye}',
    ),
    ['appointment: Friday at four = 2026-03-13T16:00'],
  );
});

t.test('a time that only the agent speaks of is not agreed', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: Thursday at two, then. {propose_time}',
      'C: Who is this? {ask_closed} Not interested. {object:not_interested}',
    ),
    [],
  );
});

t.test('that the agent rings again is a callback', async (t) => {
  t.strictSame(
    standing(
      'C: I have no time now, call me Thursday after four. {request: call}',
      "A: Thursday after four, I'll ring you then. {accept}",
    ),
    ['callback: Thursday after four = 2026-03-12T16:00'],
  );
});

t.test('reminders and confirmations of what was agreed before are not an appointment', async (t) => {
  t.strictSame(
    standing(
      "A: I'm calling to confirm your appointment tomorrow at nine. {state_purpose}",
      'C: Yes, nine is fine. {accept}',
      'A: See you tomorrow at nine. {recap}',
      'C: Bye. {goodbye}',
    ),
    [],
  );
});

t.test('of two meetings the one that was agreed on last is reported', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: Would Thursday at ten work? {propose_time}',
      'C: Yes. {accept}',
      'A: And a second visit for the installation, Monday at eight? {propose_time}',
      'C: Okay, Monday at eight. {accept}',
    ),
    ['appointment: Monday at eight = 2026-03-16T08:00'],
  );
});

t.test(
  'without an hour there is only the date, and a weekday that contradicts the date leaves none',
  async (t) => {
    t.strictSame(standing(offer, 'A: Thursday afternoon? {propose_time}', 'C: Yes. {accept}'), [
      'appointment: Thursday afternoon = 2026-03-12',
    ]);
    t.strictSame(standing(offer, 'A: Friday the twelfth at three? {propose_time}', 'C: Yes. {accept}'), [
      'appointment: Friday the twelfth at three in the afternoon = null',
    ]);
  },
);

t.test('the half of the day is that in which the same hour was offered for another day', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: I have Wednesday the eleventh, ten in the morning? {propose_time}',
      'C: Yes. {accept} No, hold on, Wednesday is no use. {retract}',
      'A: Thursday, same time? {counter_time}',
      "C: Thursday the twelfth. Ten o'clock. {accept}",
      'A: Thursday the twelfth at ten then. {recap}',
    ),
    ['appointment: Thursday the twelfth at ten in the morning = 2026-03-12T10:00'],
  );
});

t.test('where the day has no date, the words alone say which half of the day it is', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: Wednesday the thirteenth at ten past four? {propose_time}',
      'C: Ten past four, Wednesday the thirteenth. {accept}',
    ),
    ['appointment: Wednesday the thirteenth at ten past four in the afternoon = null'],
    'which was no Wednesday for a year',
  );
});
