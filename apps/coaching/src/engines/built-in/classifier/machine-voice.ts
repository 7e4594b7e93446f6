/**
 * What networks, handsets and mailboxes say word for word, and people do not: a rule where a classifier that has seen a
 * hundred mailboxes may miss the next one's wording.
 */
const phrases = [
  'person you are calling is not available',
  'person you are calling is unavailable',
  'person you are trying to reach',
  'number you have dialed',
  'number you have dialled',
  'number you have reached',
  'not available right now please leave',
  'leave a message after',
  'leave your message after',
  'leave a message at the',
  'leave your name and number after',
  'after the tone',
  'after the beep',
  'record your message',
  'mailbox is full',
  'mail box is full',
  'mailbox is not set up',
  'voicemail box has not been set up',
  'cannot accept messages',
  'cannot accept any messages',
  'using a screening service',
  'will get a copy of this conversation',
  'your call is important to us',
  'press one for',
  'press 1 for',
  'for sales press',
];

/** @param words lower case, contractions opened, as stretches have them. */
export function isMachineVoice(words: readonly { text: string }[]): boolean {
  const said = ` ${words.map(({ text }) => text).join(' ')} `;
  return phrases.some((phrase) => said.includes(` ${phrase} `));
}
