import t from 'tap';
import { indicatorsOfAdvice } from '../../src/engines/findings/feedback/advice-kinds.ts';
import { objectionLabels } from '../../src/engines/findings/objections/objection-labels.ts';
import { indicators } from '../../src/engines/findings/rating/all-indicators.ts';
import { lineFor, lineForObjection, lineOf } from '../../src/facts/lines-to-say.ts';
import { timeNamed, withFittingLine } from '../../src/facts/wording.ts';

t.test('every line can be said as it stands, without a blank to fill in', async (t) => {
  const lines = [
    ...Object.keys(indicators).flatMap((one) => [lineFor(one), lineOf(one, 'ann'), lineOf(one, 'ben')]),
    ...Object.keys(indicatorsOfAdvice).map((kind) => lineFor('stayed_fair', kind)),
    ...Object.values(objectionLabels).map((label) => lineForObjection(label, undefined)),
    lineFor(undefined),
  ];
  // The figures of a price are the agent's own.
  const blanks = lineFor('answered_price');
  for (const line of lines) if (line !== blanks) t.match(line, /^[^…_[\]]+[.?]$/, line);
  t.match(blanks, /between … and …/);
});

t.test('in place of a threat the advice has a question that can stand there', async (t) => {
  t.equal(
    withFittingLine(
      'Leave out “Next year it is gone”, unless you can show that it is so, and say “There is no hurry, and the decision is yours” instead.',
    ),
    'Leave out “Next year it is gone”, unless you can show that it is so, and ask “What would you want to know before you decide?” instead.',
  );
  t.match(withFittingLine('Say “There is no hurry, and the decision is yours” instead.'), /^Ask “What would/);
  const other = 'Say “I understand, and I will leave it there” instead.';
  t.equal(withFittingLine(other), other);
});

t.test('an agreed weekday is told with its date', async (t) => {
  t.equal(timeNamed('Saturday at two', '2026-11-14T14:00'), 'Saturday 14 November at two');
  t.equal(timeNamed('two o’clock', '2026-11-14T14:00'), 'two o’clock (14 November)');
  t.equal(timeNamed('14 November at two', '2026-11-14T14:00'), '14 November at two');
  t.equal(timeNamed('Saturday at two', null), 'Saturday at two');
});
