import t from 'tap';
import { withoutSaidBack, withSaidBack } from '../../src/agendas/said-back.ts';
import { lineFor, lineForObjection } from '../../src/facts/lines-to-say.ts';

const line = lineFor('acknowledged_objections');
const said = (words: string) => withSaidBack(line, words);

t.test('the line of a drill says back what the contact said, turned to them', async (t) => {
  t.equal(
    said("I don't think the board wants another loan. We still owe on the parking lot."),
    'So you still owe on the parking lot. What worries you most about that?',
    'how it is, and not what they think of it',
  );
  t.match(
    said('I was told the same by my own brother.'),
    /^So you were told the same by your own brother\. /,
  );
  t.match(said("I'm still paying for our old one."), /^So you're still paying for your old one\. /);
  t.match(said('My wife says I work too much.'), /^So your wife says you work too much\. /);
});

t.test('what cannot surely be turned leaves the line as it is', async (t) => {
  for (const words of [
    "I'm not giving you that account number.",
    'He told me to wait for it.',
    'My wife and I want to wait with it.',
    'We all said no to that.',
    'I want her to see it first.',
    'Do I look like a bank to you?',
    'I guess the roof is too old.',
    'We are done.',
    'No, I have no money for that now.',
    'I have been in this house for twelve years, and before that on a farm, and before that at sea.',
  ])
    t.equal(said(words), line, words);
  const price = lineForObjection('Price', undefined);
  t.equal(withSaidBack(price, 'We still owe on the parking lot.'), price, 'an answer of its own');
});

t.test('without the call the line has none of its words', async (t) => {
  t.equal(withoutSaidBack(said('We still owe on the parking lot.')), line);
  t.equal(withoutSaidBack('What would you change?'), 'What would you change?');
});
