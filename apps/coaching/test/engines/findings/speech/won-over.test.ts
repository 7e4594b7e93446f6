import t from 'tap';
import { askedFirst, wonOver } from '../../../../src/engines/findings/speech/won-over.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

const won = (...lines: string[]) => wonOver(talk(lines))[0]?.turns?.map(({ text }) => text);
const objection = "C: That's way too much for a battery, I can't. {object:price}";
const asks = 'A: How did you do it last winter? {ask_open}';
const tells = 'C: We went to my brother. {inform}';
const answers = 'A: Then a plug for a generator is eight hundred. {answer_objection, state_price}';
const taken = "C: Oh. That's a good idea, actually. {accept}";

t.test('an objection that was asked about and whose answer was taken is kept turn by turn', async (t) => {
  t.strictSame(won(objection, asks, tells, answers, taken), [
    "That's way too much for a battery, I can't.",
    'How did you do it last winter?',
    'We went to my brother.',
    'Then a plug for a generator is eight hundred.',
    "Oh. That's a good idea, actually.",
  ]);
  const [kept] = wonOver(talk(['A: Hello. {greeting}', objection, asks, tells, answers, taken]));
  t.match(
    kept,
    { text: 'How did you do it last winter?', segment_index: 2 },
    'from what the agent said to it',
  );
});

t.test('nothing was won where it was passed over, refused, held against it or only polite', async (t) => {
  t.equal(won(objection, 'A: It is the best in town. {pitch}', tells, answers, taken), undefined);
  t.equal(
    won(objection, asks, tells, answers, "C: That's a point, but it is still too much. {object:price}"),
    undefined,
  );
  t.equal(won(objection, asks, tells, answers, 'C: I appreciate that. Bye. {goodbye}'), undefined);
  t.equal(
    won(objection, asks, tells, answers, taken, 'A: Shall we? {ask_sale}', 'C: No. {decline}'),
    undefined,
  );
  t.equal(won('C: It rains a lot here. {small_talk}', asks, tells, answers, taken), undefined);
});

t.test('a question that came before the offer is kept, and none that came after it', async (t) => {
  const first = (...lines: string[]) => askedFirst(talk(lines))[0]?.text;
  const offer = 'A: We have a package with everything in it. {pitch}';
  const asked = "A: What'd they say? {ask_open}";
  t.equal(first('C: I got it. {inform}', asked, 'C: Seventeen five. {inform}', offer), "What'd they say?");
  t.equal(first('C: I got it. {inform}', offer, 'C: Okay. {accept}', asked, 'C: No. {inform}'), undefined);
  t.equal(
    first('A: How are you doing today? {greeting, ask_open}', 'C: Fine. {inform}', offer),
    undefined,
    'a greeting finds out nothing',
  );
});

t.test('what an objection points at is kept with it', (t) => {
  const answered = (objects: string) =>
    wonOver(talk(["A: It's eleven thousand. {state_price}", objects, asks, tells, answers, taken]))[0]
      ?.answered;
  t.equal(answered("C: That's way too much. {object:price}"), "It's eleven thousand.");
  t.equal(answered('C: The money is too much. {object:price}'), undefined);
  t.end();
});
