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

t.test('what the contact wanted in the end decides what to say instead of a push', async (t) => {
  const push = ['A: You do want it to rain in? {pressure}', 'C: Well. {backchannel}'];
  const refused = [
    ...opening,
    ...push,
    'C: No, leave it. {decline}',
    'A: What is there to think about? {pressure}',
  ];
  const [first] = advice(refused, { disposition: 'not_interested' });
  t.match(first, /Paul had just said "No, leave it"\. Say "I understand, and I will leave it there" instead/);
  const [later] = advice([...opening, ...push, ...push], { disposition: 'callback' });
  t.match(later, /Say "Then let us find a better time" instead/);
  const [open] = advice([...opening, ...push, ...push]);
  t.match(open, /Say "There is no hurry, and the decision is yours" instead/);
  t.notMatch([first, later, open].join(' '), /What would have to be different/);
});

t.test('the brochure right after somebody told something is taken up, with both quotes', async (t) => {
  const need = 'C: The kitchen leaks every spring, it is a mess. {state_need}';
  const brochure = 'A: We have twelve colours of shingle, fifty years of warranty and our own crews. {pitch}';
  const [first] = advice([...opening, need, brochure]);
  t.match(
    first,
    /told you "The kitchen leaks every spring, it is a mess", and you went on with what you offer/,
  );
  t.strictSame(
    advice([...opening, need, 'A: Oh no, how long? {ask_open}', 'C: Years. {inform}', brochure]),
    [],
  );
  const remarked = (blame: number) => {
    const call = judged([...opening, need, brochure]);
    const stretches = call.conversation.stretches.map((one) => ({ ...one, remark: { praise: 0, blame } }));
    return improvements({ ...call, conversation: { ...call.conversation, stretches } });
  };
  t.equal(remarked(0.3).length, 1);
  t.strictSame(remarked(0.1), [], 'no manager would take it up');
});

t.test('nothing is advised that the agent did', async (t) => {
  const objection = 'C: I do not decide this by myself, my wife does the money. {object:authority}';
  t.match(advice([...opening, objection, 'A: We have twelve colours. {pitch}']), [/speak to both\./]);
  t.strictSame(
    advice([...opening, objection, 'A: Would Thursday suit you both? {propose_time, ask_closed}']),
    [],
  );
  t.strictSame(advice([...opening, objection, 'A: Then she should hear it, too. {acknowledge}']), []);
});

t.test('somebody without time is offered another time, unless that was done', async (t) => {
  const hurry = "C: I can't talk, I'm at the dentist. {object:no_time}";
  t.match(advice([...opening, hurry, 'A: We have twelve colours. {pitch}']), [/When may I call you again/]);
  t.strictSame(advice([...opening, hurry, 'A: I can call on Friday at ten. {propose_time}']), []);
});

t.test('a price that is dodged once is worth advice, a range is none', async (t) => {
  const asked = 'C: What would it cost? {ask_closed}';
  t.match(advice([...opening, asked, 'A: That depends on the roof. {dodge_price}']), [/Give a range/]);
  t.strictSame(advice([...opening, asked, 'A: Between six and nine thousand. {state_price}']), []);
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
