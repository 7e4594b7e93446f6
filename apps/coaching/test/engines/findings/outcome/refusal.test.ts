import t from 'tap';
import type { OutcomeCode } from '../../../../src/engines/findings/findings.ts';
import { refusal } from '../../../../src/engines/findings/outcome/refusal.ts';

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
