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
    ['Reyes Heating and Cooling, Danielle.', 'Reyes Heating and Cooling'],
    ['Reyes Ford in Paducah, this is Danielle.', 'Reyes Ford'],
  ];
  for (const [line, name] of heard) t.equal(companyOf(line), name, line);
  for (const line of [
    'Hi, it is Danielle, Walt.',
    'Danielle Reyes, Thursday was too early, I know.',
    'This is Danielle, I saw you at Pruitt Feed.',
    'Hi Walt, from Danielle Reyes.',
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
  const lines = `A: How can I help? {ask_open}
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
