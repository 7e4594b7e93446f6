import t from 'tap';
import { conductClaims } from '../../../../src/engines/findings/conduct/conduct-claims.ts';
import { improvements } from '../../../../src/engines/findings/feedback/improvements.ts';
import type { Judged } from '../../../../src/engines/findings/feedback/moment.ts';
import { topMoments } from '../../../../src/engines/findings/feedback/top-moments.ts';
import { judged, opening } from '../../../fixtures/labelled-call.ts';

const asked = 'A: What made you call us today? {ask_open}';
const heard = 'A: Every spring, then. {acknowledge}';

function moments(call: Judged): string[] {
  return topMoments(call).map(({ text }) => text);
}

/** With other speakers at some segments. */
function spokenBy(call: Judged, names: Readonly<Record<number, string>>): Judged {
  const { transcript } = call.conversation;
  const segments = transcript.segments.map((one, i) => ({ ...one, speaker: names[i] ?? one.speaker }));
  return { ...call, conversation: { ...call.conversation, transcript: { ...transcript, segments } } };
}

t.test('an answer is shown from its beginning, as one quotation', async (t) => {
  const call = judged([
    ...opening,
    asked,
    'C: The rent. {state_need} It goes up to sixteen hundred. {state_need} For rooms where you hear the neighbours think. {state_need}',
    heard,
  ]);
  const [first] = topMoments(call);
  const whole = 'The rent. It goes up to sixteen hundred. For rooms where you hear the neighbours think.';
  t.ok(first?.text.includes(`got Paul talking: "${whole.slice(0, -1)}"`));
  t.same(first?.quotes.map(({ text }) => text).at(-1), whole);
});

t.test('a question for the sake of company brings out nothing, whatever is told after it', async (t) => {
  const after = (question: string) =>
    moments(judged([...opening, question, 'C: It leaks over the kitchen every spring. {state_need}', heard]));
  t.equal(after(asked).length, 1);
  t.strictSame(after('A: How is that parrot of yours? {ask_open, small_talk}'), []);
});

t.test('the answer is of whoever answered first, and bears their name', async (t) => {
  const call = judged([
    ...opening,
    asked,
    'C: There are bins. {state_need}',
    'C: The one upstairs overflowed for nine days. {state_need}',
    heard,
  ]);
  const at = opening.length + 1;
  t.strictSame(moments(spokenBy(call, { [at + 1]: 'Bettina Krol' })), [], 'nobody had asked Bettina');
  const [first] = moments(spokenBy(call, { [at]: 'Bettina Krol', [at + 1]: 'Bettina Krol' }));
  t.match(first, /got Bettina talking: "The one upstairs/);
  t.strictSame(moments(spokenBy(call, { [at - 1]: 'Jo Abel' })), [], 'a colleague asked');
});

t.test('a short unfair line is quoted with what belongs to it', async (t) => {
  const call = judged([
    ...opening,
    "A: What does your wife say? {pressure, personal_remark} Is she the boss? {pressure, personal_remark} It's a nice roof. {pitch}",
    'C: Excuse me? {ask_closed}',
    'A: I have another buyer at two. {false_urgency}',
  ]);
  const texts = conductClaims(call, call.faults).map(({ text }) => text);
  t.ok(texts.some((text) => text.includes('"What does your wife say? Is she the boss?"')));
});

t.test('beside a grave fault no technique is advised', async (t) => {
  const met = [
    'C: My son does my papers, he would have found it. {object:authority}',
    'A: We have twelve colours. {pitch}',
  ];
  t.equal(improvements(judged([...opening, ...met])).length, 1);
  const remarks = ['A: You sound old and confused. {personal_remark}', 'C: Do I? {ask_closed}'];
  const [first, ...others] = improvements(judged([...opening, ...remarks, ...met]));
  t.match(first?.text, /old and confused/);
  t.strictSame(others, []);
});

t.test('nobody is told to ask for a day who asked and was refused', async (t) => {
  const left = 'C: If my wife likes the colours, well, we will see. {defer}';
  const advice = (...after: string[]) =>
    improvements(judged([...opening, left, ...after], { disposition: 'follow_up' })).map(({ text }) => text);
  t.match(advice('A: All right. {acknowledge}'), [/ended without a day/]);
  t.strictSame(advice('A: Shall we say a date? {propose_step}', 'C: We will not, no. {decline}'), []);
  t.strictSame(advice('A: Should I call after the weekend, or ... {ask_closed}', 'C: Sorry? {inform}'), []);
  const told = 'C: I will look first, and come back to you after the fourteenth. {defer}';
  const open = judged([...opening, told, 'A: Fine. {acknowledge}'], { disposition: 'follow_up' });
  t.strictSame(improvements(open), [], 'who said when');
});

t.test('what the contact needs is not to be asked for where it was said', async (t) => {
  const brochure = 'A: We have twelve colours of shingle, fifty years of warranty and our own crews. {pitch}';
  const before = (line: string) =>
    improvements(judged([...opening, line, 'A: Right. {backchannel}', 'C: Mm. {backchannel}', brochure])).map(
      ({ text }) => text,
    );
  t.match(before('C: I have two minutes. {inform}'), [/before you had asked/]);
  t.strictSame(before('C: The kitchen leaks every spring. {state_need}'), []);
});

t.test('who takes a call earns nothing by asking first why it came', async (t) => {
  const after = (question: string, direction: string) =>
    moments(
      judged(
        [
          'A: Brightmesa Roofing, Maria speaking. {identify_company, identify_self}',
          'C: Hello there. {greeting}',
          question,
          'C: It leaks over the kitchen every spring and I bail it out. {state_need}',
          heard,
        ],
        { direction },
      ),
    ).length;
  t.equal(after('A: So what has you ringing today? {ask_open}', 'inbound'), 0);
  t.equal(after('A: So what is it doing to the kitchen? {ask_open}', 'inbound'), 1);
  t.equal(after('A: So what has you worried about the roof? {ask_open}', 'inbound'), 1);
  t.equal(after('A: So what has you ringing today? {ask_open}', 'outbound'), 1);
});
