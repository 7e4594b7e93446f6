import t from 'tap';
import { isPlain } from '../../../../src/engines/findings/commitments/is-plain.ts';

t.test('what is handed over, called about or told is said in our words', async (t) => {
  for (const text of [
    'Send Carmen the rate sheet',
    'Email the contract with the insurance page by four',
    'Send Kim the letter that stops the calls',
    'Call Lou on Tuesday morning around nine',
    'Tell the surveyor to come round the back',
    'Have the nurse call Jennifer about the pump',
    'Do not chase Steve',
  ])
    t.ok(isPlain(text, true), text);
});

t.test('what points to something else, breaks off or runs on is not', async (t) => {
  for (const text of [
    'Send Archie something through',
    'Email, with the number',
    'Call Harold that morning',
    "Put Noreen's name on",
    'Take on Friday out again',
    'Do not ring again',
    'Send Andre the email and their old tag should still scan',
  ])
    t.notOk(isPlain(text, true), text);
});

t.test('without marks only what is short and sure is', async (t) => {
  t.ok(isPlain('Send Walt the quote by Friday', false));
  t.ok(isPlain('Ring Kieran back', false));
  t.notOk(isPlain("Bring the number on a paper or Luis's wife", false));
  t.notOk(isPlain('Have the like the fees written out', false));
});
