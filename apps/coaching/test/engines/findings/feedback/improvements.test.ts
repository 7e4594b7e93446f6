import t from 'tap';
import { improvements } from '../../../../src/engines/findings/feedback/improvements.ts';
import { judged, opening } from '../../../fixtures/labelled-call.ts';

function advice(lines: readonly string[], fields: Record<string, string> = {}): string[] {
  return improvements(judged(lines, fields)).map(({ text }) => text);
}

t.test('conduct comes first, with what to say instead', async (t) => {
  const found = advice(
    [
      ...opening,
      'C: The kitchen leaks every spring. {state_need}',
      'A: We have twelve colours of shingle. {pitch}',
      'C: Please stop calling me. {opt_out}',
      'A: I need your address for that. {obstruct_opt_out}',
    ],
    { disposition: 'do_not_call' },
  );
  t.equal(found.length, 1, 'no technique for somebody who asked to be left alone');
  t.match(found[0], /Paul said "Please stop calling me", and you answered "I need your address for that"/);
});

t.test('a need that is met with the brochure is taken up in its own words', async (t) => {
  const need = 'C: The kitchen leaks every spring, it is a mess. {state_need}';
  const [first] = advice([...opening, need, 'A: We have twelve colours of shingle. {pitch}']);
  t.match(first, /You said 'The kitchen leaks every spring'\. What does that mean for you\?/);
  t.strictSame(advice([...opening, need, 'A: Oh no, how long? {ask_open}']), []);
});

t.test('a story that nobody is shown to have heard is worth advice', async (t) => {
  const told = 'C: The kitchen leaks every spring and my mother fell there. {state_need}';
  const [first] = advice([...opening, told, 'A: And what is your address? {ask_closed}']);
  t.match(first, /your next words were "And what is your address\?" Say first/);
  t.strictSame(advice([...opening, told, 'A: Your mother fell, I am sorry. {acknowledge}']), []);
});

t.test('nothing is advised that the agent did', async (t) => {
  const objection = 'C: I do not decide this by myself, my wife does the money. {object:authority}';
  t.match(advice([...opening, objection, 'A: We have twelve colours. {pitch}']), [/speak to both of you/]);
  t.strictSame(
    advice([...opening, objection, 'A: Would Thursday suit you both? {propose_time, ask_closed}']),
    [],
  );
  t.strictSame(advice([...opening, objection, 'A: Then she should hear it, too. {acknowledge}']), []);
});

t.test('somebody without time is offered another time, unless that was done', async (t) => {
  const hurry = "C: I can't talk, I'm at the dentist. {object:no_time}";
  t.match(advice([...opening, hurry, 'A: We have twelve colours. {pitch}']), [/When can I reach you/]);
  t.strictSame(advice([...opening, hurry, 'A: I can call on Friday at ten. {propose_time}']), []);
});

t.test('a price that is dodged once is worth advice, a range is none', async (t) => {
  const asked = 'C: What would it cost? {ask_closed}';
  t.match(advice([...opening, asked, 'A: That depends on the roof. {dodge_price}']), [/Give a range/]);
  t.strictSame(advice([...opening, asked, 'A: Between six and nine thousand. {state_price}']), []);
});

t.test('who never asks an open question is told where one would have gone on', async (t) => {
  const lines = [
    ...opening,
    'C: The kitchen leaks every spring and my mother fell there. {state_need}',
    'A: I am sorry about your mother. {acknowledge} Thursday at ten? {propose_time}',
    'C: I am not sure that I can be home on Thursday, the man from the school comes at nine and he is never on time. {decline}',
    'A: Then Friday at ten. {counter_time}',
    'C: Friday is fine with me, come to the side door and mind the dog. {accept}',
  ];
  t.match(advice(lines), [
    /You asked Paul no open question\. When Paul said .* you could have asked "You said '/,
  ]);
  t.strictSame(advice([...lines, 'A: What does your mother do about it? {ask_open}']), []);
});

t.test('a mailbox and a gatekeeper get no advice on leading a conversation', async (t) => {
  const lines = [
    ...opening,
    'C: The kitchen leaks in spring. {state_need}',
    'A: We have twelve colours. {pitch}',
  ];
  for (const disposition of ['voicemail', 'gatekeeper', 'wrong_number']) {
    t.strictSame(advice(lines, { disposition }), [], disposition);
  }
});
