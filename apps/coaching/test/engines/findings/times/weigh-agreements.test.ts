import t from 'tap';
import { noTime } from '../../../../src/engines/findings/times/agreed-time.ts';
import type { Candidate } from '../../../../src/engines/findings/times/candidates.ts';
import { weighAgreements } from '../../../../src/engines/findings/times/weigh-agreements.ts';

const candidate: Candidate = { time: noTime, support: [] };
const sharesOf = (...given: Parameters<typeof weighAgreements>) =>
  weighAgreements(...given).map(({ share }) => share);

t.test('what may stand shares the probability with nothing having been agreed', async (t) => {
  const agreement = { candidate, kind: 'appointment' as const, features: new Map([['said', 1]]) };
  const possible = { agreements: [agreement, agreement], nothing: new Map([['none', 1]]) };
  t.strictSame(sharesOf({}, possible), [1 / 3, 1 / 3]);
  const [first = 0, second = 0] = sharesOf({ said: 2, none: -1 }, possible);
  t.equal(first, second);
  t.ok(first > 0.48 && first + second < 1);
});

t.test('nothing can be agreed on where no time was named', async (t) => {
  t.strictSame(weighAgreements({}, { agreements: [], nothing: new Map() }), []);
});
