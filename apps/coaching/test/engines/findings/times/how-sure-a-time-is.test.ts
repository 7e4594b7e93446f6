import t from 'tap';
import { negotiate } from '../../../../src/engines/findings/times/negotiate.ts';
import { talk } from '../../../fixtures/labelled-call.ts';
import { offer, standing } from '../../../fixtures/standing-times.ts';

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

t.test(
  'a day of the month is not told that falls on a weekday which nobody named, where others were',
  async (t) => {
    const asked = (day: string) => {
      const turns = [
        offer,
        `C: What about the ${day}? {counter_time}`,
        'A: On the eleventh I have ten past four. {propose_time}',
        'C: The eleventh, ten past four. {accept}',
        'A: So the eleventh, ten past four. {recap}',
        'C: Yes. {accept}',
      ];
      return negotiate(talk(turns, { date: '2026-03-10' })).at(-1);
    };
    t.match(asked('Wednesday'), { asAgreed: 'Wednesday the eleventh at ten past four', isSure: true });
    t.match(asked('Thursday'), { isSure: false }, 'the eleventh is a Wednesday');
  },
);

t.test('an hour that was picked by its place, or a day of another month, is not told', async (t) => {
  const settled = (offered: string, answer: string, day = 'Thursday the twelfth') =>
    negotiate(
      talk(
        [
          offer,
          `A: I have ${day}, ${offered}. {propose_time}`,
          `C: ${answer} {accept}`,
          `A: ${day}, eleven forty. {recap}`,
          'C: Yes. {accept}',
        ],
        { date: '2026-03-10' },
      ),
    ).at(-1);
  t.match(settled('eleven forty', 'Eleven forty is fine.'), { isSure: true });
  t.match(settled('eleven forty or ten past four', 'Eleven forty is fine.'), { isSure: true });
  t.match(settled('eleven forty or ten past four', 'The other one, please.'), { isSure: false });
  t.match(settled('eleven forty', 'Eleven forty is fine. Is that next month?', 'the twelfth'), {
    isSure: false,
  });
});

t.test('quarter to six is of the morning as often as of the evening', async (t) => {
  const at = (hour: string) =>
    negotiate(
      talk(
        [
          offer,
          `A: Friday, ${hour}? {propose_time}`,
          `C: Friday, ${hour}. {accept}`,
          `A: So Friday, ${hour}. {recap}`,
          'C: Yes. {accept}',
        ],
        { date: '2026-03-10' },
      ),
    ).at(-1)?.isSure;
  t.equal(at('quarter to five'), true);
  t.equal(at('quarter to six'), false);
});

t.test('a time is not told where another day than its own was named before it was settled', async (t) => {
  const isSure = (...turns: string[]) =>
    negotiate(talk([offer, ...turns], { date: '2026-03-10' }))[0]?.isSure;
  const settled = ['A: Half past two on Thursday. {recap}', 'C: Half past two. {accept}'];
  t.ok(isSure('A: Thursday at half past two? {propose_time}', 'C: Thursday is fine. {accept}', ...settled));
  t.notOk(
    isSure(
      'A: Thursday at half past two? {propose_time}',
      'C: Half past two is fine. {accept}',
      'A: Half past two. {recap} On the Wednesday. {recap}',
      'C: Half past two. {accept}',
    ),
  );
});
