import { failure, failureCodes } from '@debrief/contracts/failures';
import t from 'tap';
import { helpFor, waitingAfter } from '../src/pages/failure-words.ts';

t.test('each failure says what to do, in a sentence, without its code', async (t) => {
  for (const code of failureCodes) {
    const { message, retryable } = failure(code);
    t.match(helpFor({ code }), /^[A-Z].+[.]$/, code);
    t.notMatch(waitingAfter(code), code);
    if (retryable) t.match(waitingAfter(code), `by itself. ${message}. ${helpFor({ code })}`);
  }
});

t.test('a failure that is not known here is one that is tried again', async (t) => {
  t.equal(waitingAfter('solar_storm'), 'another attempt, which comes by itself.');
  t.equal(helpFor({ code: 'solar_storm' }), '');
});
