import t from 'tap';
import { isWellJoined } from '../../../../src/engines/findings/commitments/is-well-joined.ts';

t.test('phrases that are joined by a word, a time or a list read well', async (t) => {
  for (const text of [
    'Email Colin the sales list',
    "Send Bill's wife the quote",
    'Bring the license, proof of insurance and two paystubs',
    'Bring a photo ID the first time',
    'Ring Clive tomorrow after lunch, about two',
    'Send Kim the letter that stops the calls',
  ]) {
    t.ok(isWellJoined(text), text);
  }
});

t.test('phrases that only follow each other do not', async (t) => {
  for (const text of [
    'Email Colin the sales list a day or two',
    'Text Trish the link now, whack their card in',
    'Text Casey the number for a counselor in St',
    'Email the appraisal the arvo',
    'Send the link to stacey at dobsonroofline',
    'Send Gavin on the Eircode by text',
  ]) {
    t.notOk(isWellJoined(text), text);
  }
});
