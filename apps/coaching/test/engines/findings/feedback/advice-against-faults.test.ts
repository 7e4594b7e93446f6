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
  const busy = 'C: I am on the line, call me after. {object:no_time}';
  const [later] = advice([...opening, ...push, busy, ...push], { disposition: 'callback' });
  t.match(later, /Say "Then let us find a better time" instead/);
  const [mocked] = advice([...opening, ...push, ...push], { disposition: 'callback' });
  t.notMatch(mocked, /better time/, 'nobody had put it off');
  const [open] = advice([...opening, ...push, ...push]);
  t.match(open, /Say "There is no hurry, and the decision is yours" instead/);
  const [early] = advice([...opening, ...push, ...push, 'C: No, leave it. {decline}'], {
    disposition: 'not_interested',
  });
  t.match(early, /Say "There is no hurry/, 'nobody is left in peace who has not refused yet');
  const decided = 'C: I never sign without my husband. {object:authority}';
  const [shared] = advice([...opening, decided, ...push, ...push]);
  t.match(shared, /Say "There is no hurry, and I am glad to talk to both of you" instead/);
  t.notMatch([first, later, open].join(' '), /What would have to be different/);
});

t.test(
  'beside a price that was hidden a push is not the first advice, and neither is technique',
  async (t) => {
    const found = advice([
      ...opening,
      'C: The kitchen leaks every spring. {state_need}',
      'A: We have twelve colours of shingle. {pitch}',
      'A: You do want it to rain in? {pressure}',
      'C: What does it cost? {ask_closed}',
      'A: That depends on a lot of things. {dodge_price}',
      'C: Roughly? {ask_closed}',
      'A: We do that at the visit. {dodge_price}',
    ]);
    t.equal(found.length, 1);
    t.match(found[0], /Paul asked "What does it cost\?" and got .* Give a figure or an honest range/);
  },
);

t.test('in place of words out of place comes the answer to what had been said', async (t) => {
  const remark = 'A: You sound old and confused. {personal_remark}';
  const [told] = advice([...opening, 'C: My son fixed the gutters in June. {inform}', remark]);
  t.match(told, /Paul had just said "My son fixed the gutters in June": answer that instead/);
  const [asked] = advice([...opening, 'C: How long does a roof like ours take? {ask_open}', remark]);
  t.match(asked, /Paul had just asked "How long does a roof like ours take\?": answer that\./);
});
