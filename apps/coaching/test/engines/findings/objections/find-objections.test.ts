import t from 'tap';
import type { Stretch } from '../../../../src/engines/conversation/conversation.ts';
import { findObjections } from '../../../../src/engines/findings/objections/find-objections.ts';
import { kindOf } from '../../../../src/engines/findings/objections/objection-kind.ts';
import { labelOfKind } from '../../../../src/engines/findings/objections/objection-labels.ts';
import { shownObjection } from '../../../../src/engines/findings/objections/shown-objection.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

const find = (...turns: string[]) =>
  findObjections(talk(turns, { date: '2026-03-04' }), null, {
    code: 'unclear',
    probability: 0.5,
    shown: null,
  });

t.test('an objection comes with what the agent did about it', async (t) => {
  const [found, ...others] = find(
    'A: It is nine thousand. {state_price}',
    'C: That is more than we have. {object:price}',
    'A: I see, that is a lot at once. {acknowledge} What did you have in mind? {ask_open}',
    'C: Half of it. {inform}',
    'A: Then we do the north side first. {answer_objection}',
    'C: That would work. {accept}',
  );
  t.strictSame(others, []);
  t.match(found, {
    kind: 'price',
    stretch: 1,
    acknowledged: 2,
    explored: 3,
    answer: 5,
    settled: true,
    taken: 5,
  });
});

t.test('an answer is taken where the next turn agrees to it and objects to nothing', async (t) => {
  const taken = (answer: string, ...next: string[]) =>
    find('C: It is too dear for us. {object:price}', `A: ${answer} {answer_objection}`, ...next)[0]?.taken;
  const whole = 'It is forty a month for ten years.';
  t.equal(taken(whole, 'C: That would work. {accept}'), 1);
  t.equal(taken(whole, 'C: Right. {backchannel}', 'A: Good. {backchannel}', 'C: Fine. {accept}'), null);
  t.equal(taken(whole, 'C: Good, {accept} but I have to ask my wife. {object:authority}'), null);
  t.equal(taken('It is not.', 'C: That would work. {accept}'), null, 'too short to answer anything');
  t.equal(taken(whole), null, 'nobody said anything more');
  const proposed = `${whole} {answer_objection} Is Monday at three all right?`;
  const turn = (act: string) =>
    find('C: It is too dear for us. {object:price}', `A: ${proposed} {${act}}`, 'C: Yes. {accept}');
  t.equal(turn('propose_time')[0]?.taken, null, 'the time was agreed to');
});

t.test('an answer that comes later is taken where the contact says so in words', async (t) => {
  const later = (answer: string, act: string, next: string) =>
    find(
      'C: It is too dear for us. {object:price}',
      'A: What did you do last winter? {ask_open}',
      'C: We drove to my brother. {inform}',
      `A: ${answer} {${act}}`,
      next,
    )[0]?.taken;
  const plug = 'Then there is a plug for a generator, that is eight hundred.';
  t.equal(later(plug, 'inform', 'C: Oh, that’s a good idea. {inform}'), 3);
  t.equal(later(plug, 'inform', 'C: We drove there twice. {inform}'), null, 'nobody took it');
  t.equal(later('Is there one in your brother’s garage now?', 'ask_closed', 'C: Good point. {inform}'), null);
  t.equal(later('Then I come on Monday at three.', 'propose_time', 'C: That’s better. {inform}'), null);
  t.equal(
    later('It depends on a great many things, really.', 'dodge_price', 'C: Fair enough. {inform}'),
    null,
  );
  t.equal(later(plug, 'inform', 'C: That’s better, but still too dear. {object:price}'), null);
});

t.test('one that is passed over, or comes up again, is not settled', async (t) => {
  const [ignored] = find(
    'C: We have somebody for that. {object:existing_provider}',
    'A: Our windows are the best in town. {pitch}',
    'C: Okay. {backchannel}',
  );
  t.match(ignored, { kind: 'existing_provider', answer: null, acknowledged: null, settled: false });
  const again = find(
    'C: It is too expensive for us. {object:price}',
    'A: It pays for itself. {answer_objection}',
    'C: Right. {accept} Still, it is too much money for us. {object:price}',
  );
  t.strictSame(
    again.map(({ settled }) => settled),
    [false, false],
  );
});

t.test('two in one turn are one, and the agent objects to nothing', async (t) => {
  t.equal(
    find('C: It is too expensive for us. {object:price} And I do not know you. {object:trust}').length,
    1,
  );
  t.equal(find('A: That is too dear. {object:price}').length, 0);
});

t.test('a kind is named where it stands out, and only there', async (t) => {
  const labelOf = (line: string) => {
    const call = talk([line]);
    return labelOfKind(kindOf(call, call.stretches[0] as Stretch));
  };
  t.equal(labelOf('C: It is too dear. {object:price}'), 'Price');
  t.equal(labelOf('C: That is too expensive for me. {object:price, object:need, object:trust}'), 'Price');
  t.equal(
    labelOf('C: That is the thing with these. {object:trust, object:need, object:competitor}'),
    'Other',
  );
});

t.test('a question about something else does not ask what is behind it', async (t) => {
  const [found] = find(
    'A: The camera is nine thousand. {state_price}',
    'C: That is more than we have for a camera. {object:price}',
    'A: Do you have a major credit card? {ask_closed}',
  );
  t.match(found, { explored: null });
  const [taken] = find(
    'A: The camera is nine thousand. {state_price}',
    'C: That is more than we have for a camera. {object:price}',
    'A: Did a camera ever let you down? {ask_closed}',
  );
  t.match(taken, { explored: 2 });
});

t.test('what is likely alone is listed by the whole call', async (t) => {
  const call = talk(
    ['A: What do you pay now? {ask_open}', 'C: Seven hundred, just in minimums. {object:price}'],
    {
      date: '2026-03-04',
    },
  );
  const listedBy = (weight: number) => {
    const listed = { weights: new Float32Array(2).fill(weight), unit: 1 };
    return findObjections(call, null, { code: 'unclear', probability: 0.5, shown: null }, { listed }).length;
  };
  t.equal(listedBy(1), 1);
  t.equal(listedBy(-1), 0);
});

t.test('one is shown with what was said beside it in one breath, as far as that is short', async (t) => {
  const shown = (...turns: string[]) => {
    const call = talk(turns, { date: '2026-03-04' });
    const objection = call.stretches.find((one) => one.acts['object:price'] !== undefined);
    return objection === undefined
      ? ''
      : shownObjection(call, objection)
          .map(({ text }) => text)
          .join(' ');
  };
  const church = 'and my church. {object:price}';
  t.equal(
    shown(
      'A: Would ten do? {ask_closed}',
      `C: I give to the food bank, {inform} ${church}`,
      'A: I see. {acknowledge}',
    ),
    'I give to the food bank, and my church.',
  );
  t.equal(shown(`C: Okay. {accept} ${church}`), 'and my church.');
  const long = `I was there ${'and there '.repeat(12)}again, {inform}`;
  t.equal(shown(`C: ${long} ${church}`), 'and my church.');
});

t.test('who has to ask somebody else first objects, also where they were asked who decides', async (t) => {
  const [found] = find(
    'A: Is there anyone else who decides? {ask_closed}',
    'C: Yes, I have to talk to my husband before we decide. {object:authority, inform}',
    'A: Of course. When is he home? {acknowledge, ask_open}',
  );
  t.equal(found?.kind, 'authority');
});
