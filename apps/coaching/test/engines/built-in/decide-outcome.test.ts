import t from 'tap';
import { decideOutcome } from '../../../src/engines/built-in/dispositions/decide-outcome.ts';
import { defaultLabels, labelFor } from '../../../src/engines/built-in/dispositions/labels.ts';
import { bare } from '../../fixtures/conversation.ts';
import { readingOf } from '../../fixtures/reading.ts';

const opening = [
  'agent: Hi Paul, this is Maria from Northgate Windows. I am calling about the estimate you asked for.',
  'contact: Yes, hello. I remember that.',
];

const calls: Record<string, [outcome: string, ...lines: string[]]> = {
  'a time proposed and accepted': [
    'appointment_set',
    'agent: Could I come by on Thursday at two?',
    'contact: Yes, Thursday at two works.',
    'agent: Great, thank you.',
  ],
  'a time countered and accepted': [
    'appointment_set',
    'agent: Would Tuesday at nine work for a visit?',
    'contact: No, Tuesday is bad. How about Wednesday at ten?',
    'agent: Wednesday at ten is fine.',
    'contact: Okay.',
  ],
  'a choice of times and a pick': [
    'appointment_set',
    'agent: For the demo I have Monday at ten or Friday at one. Which do you prefer?',
    "contact: Let's do Friday at one.",
    'agent: Wonderful.',
  ],
  'a time nobody answers': [
    'no_next_step',
    'contact: It could be useful for our team.',
    'agent: How does next Tuesday afternoon work for you?',
  ],
  'a time accepted only perhaps': [
    'no_next_step',
    'agent: Could you come in on Saturday at ten?',
    'contact: Maybe, I need to check with my wife first.',
    'agent: Okay.',
  ],
  'a time named only perhaps': [
    'no_next_step',
    'agent: When could we visit you?',
    'contact: Maybe Thursday at two, I would have to see.',
    'agent: Okay, sounds good. Goodbye.',
  ],
  'a time refused': [
    'not_interested',
    'agent: Would Thursday at two work for a visit?',
    "contact: No, I'm not interested.",
    'agent: Okay, goodbye.',
  ],
  'an appointment cancelled in the same call': [
    'not_interested',
    'agent: We could visit you on Thursday at one. Is that okay?',
    'contact: Thursday at one, okay.',
    'agent: It is ninety dollars every second week after that.',
    "contact: No thank you. Please cancel it, I don't want it.",
    'agent: I understand.',
  ],
  'an appointment somebody merely has': [
    'no_next_step',
    'contact: I have a dentist appointment on Thursday at two, so I cannot talk long.',
    'agent: We make very good windows and they last for thirty years.',
    'contact: I see. Well, I will think about it.',
  ],
  'a wish to be called back': [
    'callback_requested',
    "contact: It's a bad time. Call me back on Monday after six.",
    "agent: Of course. I'll call you on Monday at six fifteen.",
    'contact: Thanks.',
  ],
  'a proposal asked for and promised': [
    'next_step_agreed',
    'contact: It sounds good. Can you send me the written proposal?',
    'agent: Yes, I will send it today.',
    'contact: Great, thanks.',
  ],
  'a step the contact proposes': [
    'next_step_agreed',
    'contact: That makes sense. How about we set up a trial with two of our people?',
    'agent: Absolutely, that would be wonderful.',
  ],
  'two reasons against it, without the word': [
    'not_interested',
    "contact: We're happy with our current company.",
    'agent: I see. Our windows last for thirty years.',
    "contact: Really, I don't see the point.",
    'agent: Okay. Goodbye.',
  ],
  'a purchase': [
    'next_step_agreed',
    'agent: It is fifty five dollars a month, without a contract.',
    "contact: Good, sign me up. Let's do it.",
    'agent: Wonderful.',
  ],
  'information asked for to end the call': [
    'no_next_step',
    'contact: Just email me some information and I will think about it.',
    'agent: Okay. I will send you a brochure.',
    'contact: Thanks, bye.',
  ],
  'a plain refusal': [
    'not_interested',
    'contact: No thanks, we decided to stay with what we have.',
    'agent: I see. Bye.',
  ],
  'a no that answers another question': [
    'appointment_set',
    'agent: Could we meet on Friday at five?',
    'contact: Yes, that works.',
    'agent: Is there anything else I can help you with?',
    'contact: No, thank you.',
  ],
  'a refusal that warmed up': [
    'appointment_set',
    "contact: I'm not interested.",
    'agent: I understand. May I ask what you pay for heating?',
    'contact: About four hundred a month.',
    'agent: Our windows cut that by a third. Could I visit you on Monday at nine?',
    'contact: That sounds good. Monday at nine is fine.',
  ],
  'a wish to be left alone': [
    'do_not_contact',
    'contact: Please take me off your list and never call again.',
    'agent: I apologize. I will remove you right away.',
  ],
  'a time of day not to be called at': [
    'appointment_set',
    "contact: Please don't call me before nine in the morning.",
    'agent: Of course. Could I visit you on Monday at three?',
    'contact: Monday at three is good.',
  ],
};

t.test('conversations end as people would say they did, with punctuation and without', async (t) => {
  for (const [title, [outcome, ...lines]] of Object.entries(calls)) {
    for (const call of [[...opening, ...lines], [...opening, ...lines].map(bare)]) {
      const { code, reasoning } = decideOutcome(readingOf(...call));
      t.equal(code, outcome, `${title}: ${reasoning}`);
    }
  }
});

t.test('a machine, a wrong number and silence are told apart from conversations', async (t) => {
  const ends = (...lines: string[]) => decideOutcome(readingOf(...lines)).code;
  t.equal(
    ends(
      'contact: You have reached Paul. Please leave a message after the tone.',
      'agent: Hi Paul, this is Maria from Northgate, please call me back at five five five zero one four two.',
    ),
    'left_voicemail',
  );
  t.equal(
    ends(
      'agent: Hi Paul, this is Maria. I am sorry I missed you. Give me a call back when you get this message.',
    ),
    'left_voicemail',
  );
  t.equal(
    ends(
      'agent: Hi Paul, I left you a voicemail yesterday about your account.',
      'contact: Yes, I got your voicemail, sorry that I did not answer it. What is it about?',
      'agent: We have a new rate that would save you forty dollars a month.',
      'contact: I see. I will think about it.',
    ),
    'no_next_step',
  );
  t.equal(
    ends(
      'agent: Hi, is this Paul?',
      'contact: No, you have the wrong number.',
      'agent: Sorry to bother you.',
    ),
    'wrong_number',
  );
  t.equal(
    ends(
      'agent: Hi, is this Paul?',
      'contact: There is nobody here by that name.',
      'agent: My mistake, sorry about that.',
    ),
    'wrong_number',
  );
  t.equal(ends('agent: Hello? Hello, can you hear me?', 'contact: Hello?'), 'no_conversation');
  t.equal(ends(), 'no_conversation');
});

t.test('outcomes carry the words that decided', async (t) => {
  const { reasoning, quotes, when } = decideOutcome(
    readingOf(
      ...opening,
      'agent: Could I come by on Thursday at two?',
      'contact: Yes, Thursday at two works.',
    ),
  );
  t.equal(when, 'Thursday at two');
  t.match(quotes, [{ text: 'Yes, Thursday at two works.' }]);
  t.match(reasoning, 'agreed on Thursday at two');
});

t.test('labels are the default ones, or those of the integration that mean the same', async (t) => {
  t.equal(labelFor('appointment_set'), 'Appointment Set');
  t.equal(defaultLabels.length, 9);
  const own = ['Meeting booked', 'DNC', 'not-interested', 'Left a voicemail'];
  t.equal(labelFor('appointment_set', own), 'Meeting booked');
  t.equal(labelFor('do_not_contact', own), 'DNC');
  t.equal(labelFor('not_interested', own), 'not-interested');
  t.equal(labelFor('left_voicemail', own), 'Left a voicemail');
  t.equal(labelFor('wrong_number', own), null);
});
