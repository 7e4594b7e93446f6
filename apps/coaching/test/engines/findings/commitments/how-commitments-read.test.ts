import t from 'tap';
import { isPlain } from '../../../../src/engines/findings/commitments/is-plain.ts';
import { isReadable } from '../../../../src/engines/findings/commitments/is-readable.ts';
import { isWellJoined } from '../../../../src/engines/findings/commitments/is-well-joined.ts';
import { saysWhatToDo } from '../../../../src/engines/findings/commitments/says-what-to-do.ts';
import { standsAlone } from '../../../../src/engines/findings/commitments/stands-alone.ts';

t.test('what is handed over, called about or told is said in our words', async (t) => {
  for (const text of [
    'Send Carmen the rate sheet',
    'Email the contract with the insurance page by four',
    'Send Kim the letter that stops the calls',
    'Call Lou on Tuesday morning around nine',
    'Tell the surveyor to come round the back',
    'Have the nurse call Jennifer about the pump',
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

const alone = (said: string, line?: string): boolean => standsAlone(said, said, line);

t.test('a quotation that names what it points at stands alone', async (t) => {
  t.ok(alone("I'll shift the trains, I'll have them out the night before"));
  t.ok(alone('Clear the stuff away from the unit so he can get in there'));
  t.ok(alone("You'll get a message from Shona when she's on her way"));
  t.ok(alone('Put it in writing before Friday'));
});

t.test('a bare pronoun, numeral or possessive pronoun does not', async (t) => {
  t.notOk(alone("I'll take a picture of it when I get outside"));
  t.notOk(alone("I'll text you both"));
  t.notOk(alone("I'll put the two side by side"));
  t.notOk(alone("I'll run one without points so it's ready"));
  t.notOk(alone("I'll get hers out of the accountant tonight"));
  t.notOk(alone("She'll ring you on this number then"));
  t.notOk(alone("I'll find somewhere"));
  t.notOk(alone("It's in the bureau. I'll bring it"), 'a place is nothing that is brought');
});

t.test('a line beside it explains it where it names such a thing or person', async (t) => {
  t.ok(alone("I'll take a picture of it when I get outside", 'I need the VIN on the Equinox'));
  t.ok(alone("They're in the piano stool. I'll get them out", 'If you could look out the deeds'));
  t.notOk(alone("I'll write it by hand", 'Her sister, I guess. Arlene, in Hibbing'));
  t.notOk(alone("I'll throw a sheet over it tonight", 'Tomorrow I have the podiatrist'), 'a person');
});

t.test('a numeral with no noun, and a share of nothing named, do not stand alone', async (t) => {
  t.notOk(alone('Grand. Second one goes in the post when the bank opens'));
  t.notOk(alone("I'll make the yellow one wide enough to read"));
  t.notOk(alone("A month's worth if you've got the folder, you can scan it"));
  t.ok(alone("A month's worth of your payslips, you can scan them"));
});

t.test('whoever is to do something, and what they do, is not what is done', async (t) => {
  t.notOk(alone("I'll have the caretaker lad shift it before noon"));
  t.notOk(alone("I'll get the cousins to carry it down on Sunday"));
  t.ok(alone("I'll have the caretaker lad shift it before noon", 'The piano has to be out of that hall'));
});

t.test('what is not to be done is said whole or not at all', async (t) => {
  t.ok(isPlain('Do not ring the house before nine', true));
  t.notOk(isPlain('Do not ring Gerda in', true));
  t.notOk(isPlain('Do not call Gerda and say soon', true));
  t.notOk(isPlain('Have somebody ring', true), 'whom, about what?');
  t.ok(isPlain('Have somebody call Gerda about the boiler', true));
});

t.test('a quotation has the form of a promise or of a request', async (t) => {
  t.ok(saysWhatToDo("First one'll go out when my check comes", 'promise'));
  t.notOk(saysWhatToDo('You are on Silver from today', 'promise'));
  t.ok(saysWhatToDo('Miss Lucille, bring the title to the Taurus', 'request'));
  t.notOk(saysWhatToDo("Fire lady, six o'clock", 'request'));
  t.notOk(saysWhatToDo('have you a number', 'request'));
});
