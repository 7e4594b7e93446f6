import t from 'tap';
import { negotiate } from '../../../../src/engines/findings/times/negotiate.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

/** What stands at the end of a call on Tuesday 2026-03-10: `appointment: Thursday at three = 2026-03-12T15:00`. */
/** Two turns without a call around them are less sure than what is reported of calls. */
const LIKELY = 0.35;

function standing(...turns: string[]): string[] {
  return negotiate(talk(turns, { date: '2026-03-10' }))
    .filter(({ probability }) => probability >= LIKELY)
    .map(({ kind, asAgreed, at }) => `${kind}: ${asAgreed} = ${at}`);
}

const offer = 'A: Somebody could come out and have a look. {propose_step}';

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
      'appointment: Friday the twelfth at three = null',
    ]);
  },
);

t.test('days are counted from the day of the call where the agent is', async (t) => {
  const turns = [offer, 'A: Tomorrow at ten? {propose_time}', 'C: Yes. {accept}'];
  const at = (occurred_at: string, time_zone?: string) => {
    const call = talk(turns);
    const context = { ...call.context, occurred_at, ...(time_zone === undefined ? {} : { time_zone }) };
    return negotiate({ ...call, context })[0]?.at;
  };
  const evening = '2026-03-11T02:30:00.000Z';
  t.equal(at(evening, 'America/Los_Angeles'), '2026-03-11T10:00', 'there it is still the tenth');
  t.equal(at(evening, 'Asia/Tokyo'), '2026-03-12T10:00');
  t.equal(at(evening), '2026-03-12T10:00', 'nobody knows better than UTC');
  t.equal(at('2026-03-10T18:30:00-08:00'), '2026-03-11T10:00', 'the day as it is written');
});

t.test('what others say about the day decides the half of seven', async (t) => {
  const turns = [offer, 'C: He gets off at five. {inform}', 'A: Thursday at seven, then? {propose_time}'];
  t.strictSame(standing(...turns, "C: Yes, after work that's fine. {accept}"), [
    'appointment: Thursday at seven in the evening = 2026-03-12T19:00',
  ]);
  const early = 'C: It would have to be before I leave, at five I am on the train. {inform}';
  t.strictSame(standing(offer, early, 'A: Thursday at seven, then? {propose_time}', 'C: Fine. {accept}'), [
    'appointment: Thursday at seven in the morning = 2026-03-12T07:00',
  ]);
});

t.test('opening hours that are narrowed to a part of the day leave no hour', async (t) => {
  t.strictSame(
    standing(
      offer,
      'C: Are you open on Saturday? {ask_closed}',
      'A: Nine to three. You want to come on Saturday? {propose_time}',
      'C: Saturday morning. {accept}',
      'A: Okay, good. {accept}',
    ),
    ['appointment: Saturday morning = 2026-03-14'],
  );
});

t.test(
  'an agreement names the stretches of the proposal and of the answer, and doubts what is doubtful',
  async (t) => {
    const turns = [offer, 'A: Thursday at ten? {propose_time}', 'C: Yes. {accept}'];
    const conversation = talk(turns, { date: '2026-03-10' });
    const [agreed] = negotiate(conversation);
    t.strictSame(agreed?.stretches, [1, 2]);
    const [, , yes] = conversation.stretches;
    if (yes !== undefined) yes.acts = { accept: 0.5, backchannel: 0.5 };
    const [doubted] = negotiate(conversation);
    t.ok(doubted !== undefined && agreed !== undefined && doubted.probability < agreed.probability);
  },
);

t.test('a time that was said again is surer than one that was said once', async (t) => {
  const once = [offer, 'A: Thursday at ten? {propose_time}', 'C: Yes. {accept}'];
  const [single] = negotiate(talk(once, { date: '2026-03-10' }));
  const [again] = negotiate(talk([...once, 'A: So Thursday at ten. {recap}'], { date: '2026-03-10' }));
  t.ok(single !== undefined && again !== undefined && single.probability < again.probability);
});

t.test('thinking aloud does not undo the yes that follows', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: Thursday at half past five? {propose_time}',
      "C: Let me think. {defer} She has choir. {inform} Yeah, let's do that. {accept}",
      'A: Thursday at half past five, then. {recap}',
    ),
    ['appointment: Thursday at half past five = 2026-03-12T17:30'],
  );
});

t.test('a yes to something else does not accept a time', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: Would Thursday at two work? {propose_time}',
      'C: Hm. {backchannel}',
      'A: Shall I send you our prices first? {propose_step}',
      'C: Yes. {accept} I have to ask my husband. {defer}',
    ),
    [],
  );
});

t.test('of several offers the one that was not refused is left', async (t) => {
  t.strictSame(
    standing(
      offer,
      'A: There is this Friday at one, Saturday at one, and Friday the tenth of April at one. {propose_time}',
      'C: This Friday I work, and Saturday I am away. {decline}',
      'A: So the tenth of April at one. {recap}',
      'C: Yes. {accept}',
    ),
    ['appointment: Friday April tenth at one = 2026-04-10T13:00'],
  );
});

t.test('the day, and the line that named the hour, are known where the hour is not plain', async (t) => {
  const conversation = (...turns: string[]) => talk(turns, { date: '2026-03-10' });
  const turns = [
    offer,
    'C: You come on Friday then. {propose_time}',
    'A: Friday at five works for me. {accept, recap}',
    "C: I'll have a pie made. {accept}",
  ];
  const found = conversation(...turns);
  const [once] = negotiate(found);
  t.equal(once?.isSure, false, 'the hour was said once');
  t.equal(once?.day, 'Friday');
  t.equal(found.stretches[once?.hourNamed ?? -1]?.text, 'Friday at five works for me.');
  const [later] = negotiate(conversation(...turns, 'A: Or half past six, whichever. {propose_time}'));
  t.equal(later?.hourNamed, undefined, 'another hour was named after it');
});
