import t from 'tap';
import { joined, spokenWords } from '../../../../src/engines/findings/commitments/spoken-words.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

t.test('an amount is printed as it is written, with its unit once', async (t) => {
  const call = talk(["A: I'll send you the $1,800 quote with 30% off, and $5.50 back. {promise: x}"]);
  const printed = call.stretches.map((stretch) => joined(spokenWords(call, stretch))).join(' ');
  t.match(printed, /the \$1,800 quote with 30% off and \$5\.50 back/);
});
