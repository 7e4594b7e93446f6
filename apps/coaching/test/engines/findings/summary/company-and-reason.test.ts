import t from 'tap';
import { findCompany } from '../../../../src/engines/findings/summary/find-company.ts';
import { talk } from '../../../fixtures/labelled-call.ts';
import { keyWordsOf, summaryOf, waltCall } from '../../../fixtures/summarized.ts';

t.test('the company is heard in the ways in which people say it', async (t) => {
  const companyOf = (line: string, agent = 'Danielle Reyes') =>
    findCompany(
      talk([`A: ${line} {identify_self, identify_company}`], {
        agent,
        contact: 'Walt Pruitt',
        date: '2026-03-04',
      }),
    )?.name;
  const heard: [string, string][] = [
    ['Hi Walt, Danielle Reyes, Brightmesa Solar.', 'Brightmesa Solar'],
    ['Walt, Danielle, Brightmesa.', 'Brightmesa'],
    ["It's Danielle, over at Reyes and Daughters Roofing in Gainesville.", 'Reyes and Daughters Roofing'],
    ["It's Danielle, calling on behalf of Night Shelter London.", 'Night Shelter London'],
    ["It's Danielle, from, um, Brightmesa Solar, about the card.", 'Brightmesa Solar'],
    ["I'm calling from St. Anne's Hospice.", "St. Anne's Hospice"],
    ["It's Danielle from Holiday Horizons ma'am, it's about your weeks at Eagle's.", 'Holiday Horizons'],
    ['Reyes Heating and Cooling, Danielle.', 'Reyes Heating and Cooling'],
    ['Reyes Ford in Paducah, this is Danielle.', 'Reyes Ford'],
    ['From Midstate Dental Supply.', 'Midstate Dental Supply'],
    ['Danielle Reyes, Pennine Lifts, down at Stourton.', 'Pennine Lifts'],
  ];
  for (const [line, name] of heard) t.equal(companyOf(line), name, line);
  for (const line of [
    'Hi, it is Danielle, Walt.',
    'Danielle Reyes, Thursday was too early, I know.',
    'This is Danielle, I saw you at Pruitt Feed.',
    'Hi Walt, from Danielle Reyes.',
    "It's Danielle from the Security Department.",
    "Congratulations Mister Pruitt, you've been chosen.",
  ])
    t.equal(companyOf(line), undefined, line);
});

t.test('a subject that is not sure is named where its caller says that it is about that', async (t) => {
  const unsure = (line: string, topic: string) => {
    const lines = `A: ${line} {state_purpose}\nC: Okay. {backchannel}`;
    const keyWords = keyWordsOf(waltCall(lines), { topic });
    return summaryOf(
      lines,
      'no_next_step',
      {},
      {
        keyWords: { ...keyWords, topic: keyWords.topic && { ...keyWords.topic, probability: 0.4 } },
      },
    );
  };
  t.match(unsure('I was calling about your debts, is all.', 'your debts'), "about Walt's debts.");
  t.match(
    unsure('We are fitting cameras down your road this week.', 'your road'),
    'Danielle called Walt. Danielle gave this reason: “We are fitting cameras down your road this week.”',
  );
});

t.test('an offer is told as one, and a mailbox hears a reason too', async (t) => {
  const offer = 'A: We put the panels up for nothing in two days. {pitch}\nC: Okay. {backchannel}';
  t.match(
    summaryOf(offer, 'no_next_step'),
    'Danielle offered: “We put the panels up for nothing in two days.”',
  );
  const message = `C: Leave a message. {machine}
A: I follow up on the estimate that Greg left you. {state_purpose, leave_message}`;
  t.equal(
    summaryOf(message, 'left_voicemail'),
    'Danielle called Walt and reached a mailbox, where a message was left. Danielle gave this reason: “I follow up on the estimate that Greg left you.”',
  );
});

t.test('what is not surely why somebody called is left out', async (t) => {
  const told = (line: string) => summaryOf(`A: ${line}`, 'no_next_step', {});
  t.match(told('We found damp behind the chimney of number nine. {state_purpose}'), 'gave this reason');
  t.notMatch(told('Listen, I have been looking at your account. {state_purpose, false_urgency}'), 'account');
  t.notMatch(told('I will say straight off, it is a sales call. {state_purpose}'), 'straight off');
  t.notMatch(told('Well, um, the, uh, the chimney of number nine. {state_purpose}'), 'chimney');
});

t.test('a scrap of speech is not what a call is about', async (t) => {
  const about = (line: string, topic: string) => summaryOf(`A: ${line}`, 'no_next_step', { topic });
  t.match(
    about('You sent off for the brochure on the lift. {state_purpose}', 'the brochure on the lift'),
    'about the brochure',
  );
  t.notMatch(about('We do have a free pass. {inform}', 'a free pass'), 'about');
  t.notMatch(
    about("They're going in under the tiles. {state_purpose}", 'going in under the tiles'),
    'called Walt about',
  );
  t.notMatch(
    about('You two run about the same kind of shop. {state_purpose}', 'the same kind of shop'),
    'called Walt about',
  );
});

t.test('what the contact needs is told sooner where nothing else says what the call is about', async (t) => {
  const lines = `A: Morning. {greeting}
C: Hello. {greeting}
A: Is that Walt? {ask_closed}
C: Speaking. {greeting}
A: How can I help? {ask_open}
C: There's a stain on the ceiling, the size of a side plate? {inform}`;
  const need = (probability: number, topic?: string) => {
    const keyWords = keyWordsOf(waltCall(lines, 'inbound'), { need: 'a stain', topic: topic ?? 'nowhere' });
    return summaryOf(
      lines,
      'no_next_step',
      {},
      {
        keyWords: { ...keyWords, need: keyWords.need && { ...keyWords.need, probability } },
      },
      'inbound',
    );
  };
  const stain = "Walt said: “There's a stain on the ceiling, the size of a side plate?”";
  t.match(need(0.65), stain);
  t.notMatch(need(0.5), 'stain');
});

t.test('where the name came from, a prize and a question are not why somebody called', async (t) => {
  const told = (line: string) =>
    summaryOf(`A: ${line} {state_purpose}\nC: Okay. {backchannel}`, 'no_next_step');
  t.match(told('You filled in a form about the price of panels.'), 'gave this reason');
  t.match(told('You asked for somebody to call on a refinance.'), 'gave this reason');
  for (const line of [
    'You talked to one of our fellas at the parish fair.',
    'Your neighbor Mr. Tate gave me your name on Monday.',
    "You've been selected for three nights in Branson.",
    'Did you know there were fourteen burglaries on your street?',
  ])
    t.notMatch(told(line), 'gave this reason', line);
});

t.test('what is spoken of in the whole call is named where no line says so surely', async (t) => {
  const about = (line: string, words: string, probability: number) => {
    const lines = `A: ${line}\nC: Okay. {backchannel}`;
    const { topic } = keyWordsOf(waltCall(lines), { topic: words });
    const subject = topic && { ...topic, probability };
    return summaryOf(
      lines,
      'no_next_step',
      {},
      { keyWords: { topic: null, subject, naming: null, need: null, obstacle: null } },
    );
  };
  const panels = 'It would be for the panels on the barn. {inform}';
  t.match(about(panels, 'the panels on the barn', 0.65), 'called Walt about the panels on the barn.');
  t.notMatch(about(panels, 'the panels on the barn', 0.55), 'about');
  t.match(
    about('I ring for the panels on the barn. {state_purpose}', 'the panels', 0.55),
    'about the panels.',
  );
  t.notMatch(
    about('You popped a note under the door about the house. {inform}', 'a note', 0.7),
    'about a note',
  );
  t.notMatch(
    about('The panels make the power. {inform}', 'The panels make the power', 0.7),
    'about the panels',
  );
});

t.test('the price is the one that the agent named last, in a line that tells it whole', async (t) => {
  const told = (...lines: string[]) =>
    summaryOf([...lines, 'C: Okay. {backchannel}'].join('\n'), 'no_next_step');
  const first = "A: It's two hundred and ten a month. {state_price}";
  const then = 'A: I could do it for one hundred and eighty a month. {state_price}';
  t.match(told(first), "Danielle named a price: “It's two hundred and ten a month.”");
  t.match(
    told(first, 'C: Too much. {object:price}', then),
    'named a price: “I could do it for one hundred and eighty',
  );
  for (const line of [
    "It's twenty dollars on top of that.",
    "It's a hundred and twenty, no, I tell a lie, that's the other one.",
    'Would two hundred and ten a month suit you?',
    'It saves you two hundred and ten a month.',
    'My number is four one five, five five five, zero one eight two.',
  ])
    t.notMatch(told(`A: ${line} {state_price}`), 'named a price', line);
  t.notMatch(told('C: I pay two hundred and ten a month. {state_price}'), 'named a price');
});
