import t from 'tap';
import { asksOffList, takesOffList } from '../../../../src/engines/findings/outcome/asks-off-list.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

const wishes = (text: string): boolean => asksOffList(talk([`C: ${text} {inform}`])) !== null;

t.test('a wish not to be called is one in plain words, too', async (t) => {
  for (const text of [
    'I just want to come off whatever list it is.',
    "I'd just as soon you all didn't ring here.",
    "I'd as soon not be rung again, if it's all the same.",
    'You do not have my permission to call here.',
    'Nobody calls this house again.',
    "Don't you ever call here again.",
    'Take the both of us off it, phone and post and all.',
    'Take my number off your system.',
  ])
    t.ok(wishes(text), text);
});

t.test('who wants to be called at another time does not ask to be left alone', async (t) => {
  for (const text of [
    'Call me here tomorrow.',
    "I can't talk now, call me again.",
    "Don't call before nine.",
    'Do not ring the bell, call me from the car.',
    'Never mind, ring me again on Friday.',
    "Why don't you call me again tomorrow?",
    "I won't be here if you ring again.",
    "I wouldn't buy over the phone again.",
    'No, take me off of Friday.',
    'So take us off of there, please.',
  ])
    t.notOk(wishes(text), text);
});

t.test('an agent who says that there will be no more calls has taken somebody off', async (t) => {
  const takes = (text: string): boolean => takesOffList(talk([`A: ${text} {inform}`])) !== null;
  for (const text of [
    "I'll put you down as no contact, today.",
    "You won't hear from us again.",
    'That number is off our list now.',
    "I'm setting it to do not call as we speak.",
  ])
    t.ok(takes(text), text);
  for (const text of [
    "If you order today you won't hear from us again.",
    'Do you want it set to do not call?',
    'The deposit comes off your list price.',
    "You'll hear from me on Friday.",
    "You won't hear from me before the wedding.",
    'Please do not call any other company before then.',
  ])
    t.notOk(takes(text), text);
});
