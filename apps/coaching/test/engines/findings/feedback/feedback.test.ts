import t from 'tap';
import { improvements } from '../../../../src/engines/findings/feedback/improvements.ts';
import { topMoments } from '../../../../src/engines/findings/feedback/top-moments.ts';
import { doubtful, judged, opening } from '../../../fixtures/labelled-call.ts';

function advice(lines: readonly string[], fields: Record<string, string> = {}): string[] {
  return improvements(judged(lines, fields)).map(({ text }) => text);
}

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

function moments(lines: readonly string[], fields: Record<string, string> = {}): string[] {
  return topMoments(judged(lines, fields)).map(({ text }) => text);
}

const discovery = [
  'A: What is the roof doing? {ask_open}',
  'C: It leaks over the kitchen every spring. {state_need}',
  'A: Every spring, in the kitchen of all places. {acknowledge}',
];

t.test('an open question that brings out the need is praised with both quotes', async (t) => {
  const [first] = topMoments(judged([...opening.slice(0, 2), ...discovery]));
  t.match(first?.text, /your open question, "What is the roof doing\?", got Paul talking: "It leaks over/);
  t.strictSame(
    first?.quotes.map(({ text }) => text),
    ['What is the roof doing?', 'It leaks over the kitchen every spring.'],
  );
});

t.test('a figure at the first asking is praised, one after a dodge is not', async (t) => {
  const asked = 'C: What does a new one cost? {ask_closed}';
  const figure = 'A: About nine thousand, all in. {state_price}';
  const told = moments([...opening, ...discovery, asked, figure]);
  t.ok(told.some((text) => text.includes('plain figure: "About nine thousand, all in"')));
  const late = [asked, 'A: That depends. {dodge_price}', asked, figure];
  t.notOk(moments([...opening, ...discovery, ...late]).some((text) => text.includes('plain figure')));
});

t.test('a courtesy that could be said to anybody is not praised', async (t) => {
  const objection = "C: I'm not trying to take on another payment. {object:price}";
  const answer = 'A: It pays for itself. {answer_objection}';
  const met = (words: string) =>
    moments([...opening.slice(0, 2), objection, `A: ${words} {acknowledge}`, answer]);
  t.strictSame(met('Yeah, we hear that a lot.'), []);
  t.match(met('Another payment is the last thing you want.'), [/^At 0:\d\d when Paul said/]);
});

t.test('a no that is taken kindly is praised, unless selling goes on', async (t) => {
  const no = [...opening.slice(0, 2), 'C: No, we are not interested, thanks. {object:not_interested}'];
  const kind = "A: That's fair, I won't keep you. {acknowledge}";
  const fields = { disposition: 'not_interested' };
  t.match(moments([...no, kind, 'C: Bye. {goodbye}'], fields), [/took Paul's no for an answer/]);
  t.strictSame(moments([...no, kind, 'C: Bye. {goodbye}', 'A: We do gutters, too. {pitch}'], fields), []);
});

t.test('nothing is praised beside a grave fault, and nothing that is doubtful', async (t) => {
  const call = judged([
    ...opening,
    ...discovery,
    'C: Hm. {backchannel}',
    'A: You sound old and confused. {personal_remark}',
  ]);
  t.strictSame(topMoments(call), []);
  t.strictSame(topMoments(doubtful(judged([...opening, ...discovery]), 0.45)), []);
});

t.test('an answer that a manager would praise is praised, with the question', async (t) => {
  const call = judged([
    ...opening,
    'C: Would the small one do? {ask_closed}',
    'A: It would, and I would not sell you the large one. {inform}',
  ]);
  const praised = (praise: number) => {
    const stretches = call.conversation.stretches.map((one) => ({
      ...one,
      remark: { praise: one.acts.inform === undefined ? 0 : praise, blame: 0 },
    }));
    return topMoments({ ...call, conversation: { ...call.conversation, stretches } }).map(({ text }) => text);
  };
  t.match(praised(0.6), [/when Paul said "Would the small one do\?", you gave an open answer: "It would/]);
  t.strictSame(praised(0.3), []);
  t.strictSame(topMoments(call), [], 'an engine that does not judge that says nothing');
});

t.test('it is called an answer only after a question or an objection', async (t) => {
  const textsAfter = (line: string) => {
    const call = judged([
      ...opening,
      line,
      'A: The small one keeps the north side dry, and I would not sell you the large one. {answer_objection}',
    ]);
    const stretches = call.conversation.stretches.map((one) => ({
      ...one,
      remark: { praise: one.acts.answer_objection === undefined ? 0 : 0.6, blame: 0 },
    }));
    return topMoments({ ...call, conversation: { ...call.conversation, stretches } }).map(({ text }) => text);
  };
  t.match(textsAfter('C: Would the small one do for the north side? {ask_closed}'), [/gave an open answer/]);
  t.match(textsAfter('C: The large one is too dear for the north side. {object:price}'), [
    /gave an open answer/,
  ]);
  t.match(textsAfter('C: We had a word about the north side. {inform}'), [/ you said openly how it is: /]);
});

t.test('four at most, no two of a kind or from one turn, in the order they happened', async (t) => {
  const found = topMoments(
    judged([
      ...opening,
      ...discovery,
      'C: And the gutters spill on the step. {state_need}',
      'A: What happens on that step in winter? {ask_open}',
      'C: It freezes and I fell there. {state_need}',
      'A: What do you need it to do? {ask_open}',
      'C: What would it cost? {ask_closed}',
      'A: Eleven hundred. {state_price}',
    ]),
  );
  t.ok(found.length <= 4);
  const segments = found.flatMap(({ quotes }) => quotes.map(({ segment }) => segment));
  t.equal(new Set(segments).size, segments.length);
});

t.test(
  'a question about something else does not meet an objection, nor does a preamble answer it',
  async (t) => {
    const asked = (question: string) =>
      topMoments(
        judged([
          ...opening,
          'C: I cannot put thirty thousand into that house. {object:price}',
          `A: ${question} {ask_open}`,
          'C: Hard to say from here. {inform}',
        ]),
      ).filter(({ text }) => text.includes('instead of arguing'));
    t.equal(asked('What would the house need first?').length, 1);
    const { conversation, ...rest } = judged([
      ...opening,
      'C: I pay it all on the first and then I look at the boat. {inform}',
      'A: All right, Paul, I am going to be straight with you. {answer_objection}',
    ]);
    const stretches = conversation.stretches.map((one) => ({
      ...one,
      remark: { praise: one.acts.answer_objection === undefined ? 0 : 0.9, blame: 0 },
    }));
    t.same(topMoments({ ...rest, conversation: { ...conversation, stretches } }), []);
  },
);
