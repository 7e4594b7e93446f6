import t from 'tap';
import { isTakenBack, withWhatItMeans } from '../../src/facts/in-its-turn.ts';
import { callOf } from '../fixtures/call-facts.ts';

/** Words of a turn in which the agent promised something, with what the contact said to it. */
function promised(quote: string, turn: string, after: string | null = null) {
  const call = {
    ...callOf({ id: 'a' }),
    exchanges: [
      { kind: 'promise' as const, text: turn, segment_index: 8, start_time: 80, before: null, after },
    ],
  };
  const own = { segment_index: 8, start_time: 80, speaker: 'Ann', quote };
  return { isTakenBack: isTakenBack(call, own), told: withWhatItMeans(call, own).quote };
}

t.test('a promise that is put otherwise right after it is not told', async (t) => {
  const email = 'I will email you the papers.';
  t.notOk(promised(email, email, 'Good.').isTakenBack);
  t.ok(promised(email, `${email} Actually, the mail is down.`).isTakenBack);
  t.ok(promised(email, email, "Email? Who has email? Can't you text me that?").isTakenBack);
  t.notOk(
    promised(email, email, "The papers. If they say no, don't call me.").isTakenBack,
    'what is wanted in a case that may not come',
  );
  t.notOk(promised(email, `${email} Is this your number?`, "No, don't use this one.").isTakenBack);
});

t.test(
  'a promise that points at the sentence before it is told with that, as far as there is room',
  async (t) => {
    const pooled = "I'll find out on the tips before that.";
    t.equal(
      promised(pooled, `So I'll call you Monday. And ${pooled}`).told,
      `So I'll call you Monday. And ${pooled}`,
    );
    t.equal(
      promised('else I try once more on Friday.', 'Call me back. Or else I try once more on Friday.').told,
      'Or else I try once more on Friday.',
    );
    t.equal(
      promised('I will bring the drawing.', 'One on Saturday. I will bring the drawing.').told,
      'I will bring the drawing.',
    );
    const long = Array(30).fill('word').join(' ');
    t.equal(promised(pooled, `${long}. ${pooled}`).told, pooled);
  },
);
