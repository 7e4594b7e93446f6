import t from 'tap';
import { isReadable } from '../../../../src/engines/findings/commitments/is-readable.ts';

t.test('a finished imperative in the third person is readable', async (t) => {
  for (const text of [
    'Send Walt the quote by Friday',
    'Do not call the house',
    'Have the last bill to hand',
    'Tell the surveyor to come round the back',
    'Find out what the grant is before calling',
  ]) {
    t.ok(isReadable(text), text);
  }
});

t.test('anything else is not', async (t) => {
  for (const text of [
    'Send Walt', // too short
    'The quote by Friday', // no verb
    'Send you the quote', // second person
    'Call myself at seven tomorrow', // first person
    'Send Walt the', // dangling article
    'Put some salt on the step till', // dangling preposition
    'Send the the quote', // repeated word
    'Mail a packet it has our license', // another clause
    'Fix the number in are system', // another finite verb
    'Tell the manager', // what?
    'Send um the quote', // filler
    'Take off the old one', // which?
  ]) {
    t.notOk(isReadable(text), text);
  }
});
