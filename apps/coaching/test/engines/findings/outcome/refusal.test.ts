import t from 'tap';
import type { OutcomeCode } from '../../../../src/engines/findings/findings.ts';
import { asksOffList } from '../../../../src/engines/findings/outcome/asks-off-list.ts';
import { refusal, wrongNumber } from '../../../../src/engines/findings/outcome/refusal.ts';
import { waltCall } from '../../../fixtures/summarized.ts';

t.test('a no whose kind is not sure is a no', async (t) => {
  t.equal(
    refusal(
      new Map<OutcomeCode, number>([
        ['not_interested', 0.5],
        ['not_qualified', 0.375],
      ]),
    ),
    0.875,
  );
  t.equal(
    refusal(
      new Map<OutcomeCode, number>([
        ['not_interested', 0.25],
        ['do_not_contact', 0.625],
      ]),
    ),
    0.875,
  );
});

t.test('it is left open where another ending is likely, or lack of interest is not', async (t) => {
  t.equal(
    refusal(
      new Map<OutcomeCode, number>([
        ['not_interested', 0.5],
        ['not_qualified', 0.2],
      ]),
    ),
    null,
  );
  t.equal(
    refusal(
      new Map<OutcomeCode, number>([
        ['not_interested', 0.25],
        ['not_qualified', 0.7],
      ]),
    ),
    null,
  );
  t.equal(refusal(new Map<OutcomeCode, number>([['appointment_set', 0.9]])), null);
});

t.test('a stranger who does not fit is a wrong number', async (t) => {
  const shares = (wrong: number, unfit: number) =>
    new Map<OutcomeCode, number>([
      ['wrong_number', wrong],
      ['not_qualified', unfit],
    ]);
  t.equal(wrongNumber(shares(0.375, 0.5)), 0.875);
  t.equal(wrongNumber(shares(0.25, 0.7)), null);
  t.equal(wrongNumber(shares(0.375, 0.25)), null);
});

t.test('whoever asks in so many words is taken off the list', async (t) => {
  const asks = (line: string) =>
    asksOffList(waltCall(`A: Hi Walt. {greeting}\nC: ${line} {decline}`)) !== null;
  t.ok(asks('I just want to come off whatever list it is.'));
  t.ok(asks('Take both numbers off your calling list.'));
  t.notOk(asks('Take me off for Thursday.'));
  t.notOk(asksOffList(waltCall('A: I can take you off the list. {inform}\nC: All right. {accept}')));
});
