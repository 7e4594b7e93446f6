import t from 'tap';
import { isMachineVoice } from '../../../../src/engines/built-in/classifier/machine-voice.ts';
import { splitWords } from '../../../../src/engines/conversation/split-words.ts';

t.test('what networks and mailboxes say word for word is a machine', async (t) => {
  for (const said of [
    'The person you are calling is not available right now.',
    "You've reached the Ortegas, leave a message after the tone.",
    'The mailbox is full and cannot accept messages at this time.',
  ])
    t.ok(isMachineVoice(splitWords(said)), said);
});

t.test('what a person says of mailboxes and calls is none', async (t) => {
  for (const said of [
    "My mailbox is always full, I don't listen to it.",
    'Who are you calling, love?',
    "Is the number you're calling from the best one?",
  ])
    t.notOk(isMachineVoice(splitWords(said)), said);
});
