import t from 'tap';
import type { Objection } from '../../../../src/engines/findings/findings.ts';
import { claimOf, objection, opening, summaryOf, told, waltCall } from '../../../fixtures/summarized.ts';

t.test('a summary says who called whom about what, the situation, the objections and the end', async (t) => {
  const agreement = {
    kind: 'appointment' as const,
    asAgreed: 'Thursday at five thirty',
    at: null,
    stretches: [4],
    probability: 1,
    isSure: true,
  };
  const call = `${opening} 
C: Sounds like a lot of money. {object:price}
A: Thursday at five thirty? {propose_time} I'll text you a picture of the visitor. {promise: x}`;
  const objections: Objection[] = [{ ...objection, stretch: 4, settled: true }];
  t.equal(
    summaryOf(call, 'appointment_set', told, { agreements: [agreement], objections }),
    [
      "Danielle from Brightmesa Solar called Walt about Walt's power bill.",
      'Walt said: “We had three hundred dollars in December and I wear a coat indoors.”',
      'Walt objected: “Sounds like a lot of money.”',
      'They agreed on an appointment on Thursday at five thirty, and Danielle is to text Walt a picture of the visitor.',
    ].join(' '),
  );
});

t.test('what it says rests on verbatim quotes', async (t) => {
  const conversation = waltCall(opening);
  t.ok(claimOf(opening, 'no_next_step', told).quotes.length >= 3);
  for (const { segment, text } of claimOf(opening, 'no_next_step', told).quotes) {
    t.ok(conversation.transcript.segments[segment]?.text.includes(text), text);
  }
});

t.test('a reason without a short name is quoted', async (t) => {
  const call = 'A: We are putting in pipes along your road. {state_purpose}\nC: I did. {inform}';
  t.equal(
    summaryOf(call, 'not_interested'),
    'Danielle called Walt. Danielle gave this reason: “We are putting in pipes along your road.” Walt was not interested.',
  );
});

t.test('what stood in the way is quoted, and not where nobody is sure that it did', async (t) => {
  const call = `${opening}\nC: That is more than I pay for the truck. {object:price}`;
  const given = { ...objection, stretch: 4 };
  t.match(
    summaryOf(call, 'no_next_step', {}, { objections: [given] }),
    'Walt objected: “That is more than I pay for the truck.”',
  );
  t.notMatch(summaryOf(call, 'no_next_step', {}, { objections: [{ ...given, probability: 0.4 }] }), 'truck');
});

t.test('a refusal is told in its own words, once', async (t) => {
  const call = 'A: Hi Walt. {greeting}\nC: We have a man for that. {decline} Bye now, take care. {goodbye}';
  t.match(
    summaryOf(call, 'not_interested', { shown: 'a man for that' }),
    'Walt declined: “We have a man for that.”',
  );
  const twice = summaryOf(call, 'not_interested', { shown: 'a man for that', obstacle: 'a man for that' });
  t.equal(twice.split('a man for that').length, 2, 'and not told twice');
});

t.test('an ending that is not clear is said to be unclear', async (t) => {
  t.match(summaryOf(opening, 'unclear'), /How the call ended is not clear from what was said\.$/);
});

t.test('whoever calls in comes first', async (t) => {
  const call =
    'A: Granary Data, Danielle here. {identify_company}\nC: I need a new door. {state_purpose, state_need}';
  t.match(
    summaryOf(call, 'no_next_step', { topic: 'a new door' }, {}, 'inbound'),
    /^Walt called Danielle at Granary Data about a new door\. /,
  );
});

t.test('wishes without other pronouns are told in the third person', async (t) => {
  const call = `${opening}\nC: I want a smaller bill by the summer. {state_need}`;
  t.match(
    summaryOf(call, 'no_next_step', { need: 'smaller bill' }),
    /Walt wanted a smaller bill by the summer\./,
  );
});

t.test('machines, wrong numbers, gatekeepers and opt-outs have their short forms', async (t) => {
  const message =
    "A: It's about your roof. {leave_message, state_purpose} I'll try you again on Thursday. {leave_message, promise: x}";
  t.equal(
    summaryOf(message, 'left_voicemail', { topic: 'your roof' }),
    "Danielle called Walt about Walt's roof and reached a mailbox, where a message was left. Danielle is to try Walt again on Thursday.",
  );
  const hello = 'A: Is this Walt? {ask_for_person}\nC: No. {wrong_person}';
  t.equal(summaryOf(hello, 'wrong_number'), 'Danielle called and reached a wrong number.');
  t.equal(summaryOf(hello, 'wrong_number', {}, {}, 'inbound'), 'Walt called and had reached a wrong number.');
  t.equal(summaryOf(hello, 'gatekeeper'), 'Danielle called and did not get past the person who answered.');
  t.equal(summaryOf(hello, 'no_conversation'), 'There was no conversation.');
  const optOut = 'A: Hi Walt. {greeting}\nC: Take me off your list. {opt_out}';
  t.equal(
    summaryOf(`${optOut}\nA: Done. {honor_opt_out}`, 'do_not_contact'),
    'Danielle called Walt. Walt asked not to be called again, and Danielle agreed.',
  );
  t.match(
    summaryOf(`${optOut}\nA: I can't, sir. {obstruct_opt_out}`, 'do_not_contact'),
    /asked not to be called again, and Danielle did not agree to it\.$/,
  );
  t.match(
    summaryOf(
      `${optOut}\nA: I can't, sir. {obstruct_opt_out}\nC: Off! {opt_out}\nA: Okay, sir. Removing. {inform}`,
      'do_not_contact',
    ),
    /asked not to be called again, and Danielle agreed in the end\.$/,
  );
});

t.test('where and when the contact asked is not part of the subject', async (t) => {
  const topic = 'solar panels on our website last week';
  const lines = `A: Hi Walt, it's Danielle. {greeting, identify_self} You asked us about ${topic}. {state_purpose}`;
  t.match(summaryOf(lines, 'not_interested', { topic }), /about solar panels\./);
});

t.test('somebody and the mailbox are no subject, and how long it takes is not part of one', async (t) => {
  const about = (words: string) =>
    summaryOf(`A: It is about ${words}. {state_purpose}\nC: Okay. {backchannel}`, 'no_next_step', {
      topic: words,
    });
  t.notMatch(about('somebody to call'), 'Walt about somebody');
  t.notMatch(about('our machine'), 'about the machine');
  t.match(about('your roof ten minutes'), "about Walt's roof.");
});

t.test('a subject with a verb in it is not a subject', async (t) => {
  const lines = `A: Hi Walt, it's Danielle from Brightmesa Solar. {greeting, identify_self} Your fixed rate ends in November. {inform}`;
  const summary = summaryOf(lines, 'not_interested', { topic: 'Your fixed rate ends in November' });
  t.notMatch(summary, 'about');
});

t.test(
  'what is sold is not the company that sells it, and what was moved is not what was agreed',
  async (t) => {
    const car = `
A: Hi Walt, it's Danielle. {identify_self} You were looking at the Equinox, the blue one. {identify_company, state_purpose}
C: I was. {inform}
A: I have others looking at that Equinox. {pressure}`;
    t.match(summaryOf(car, 'no_next_step'), /^Danielle called Walt\./);
    const moved = `${opening}
C: One o'clock today, perfect. {accept}
A: Would four be all right instead? {propose_time}
C: Fine. {accept}`;
    t.match(
      summaryOf(moved, 'appointment_set', { shown: "One o'clock" }),
      /They agreed on an appointment\.$/,
    );
  },
);

t.test('an announcement does not show that the offer does not fit', async (t) => {
  const lines = `${opening}\nA: All right, Walt, I'm going to be straight with you. {not_qualified}`;
  t.match(summaryOf(lines, 'not_qualified', { shown: 'straight' }), /turned out not to fit Walt\.$/);
});

t.test('an hour that is not plain is told as it was said, with the day where that is plain', async (t) => {
  const call = `${opening}
A: So Friday, one o'clock? {propose_time}
C: One's good. {accept}`;
  const unsure = {
    ...{ kind: 'appointment' as const, asAgreed: 'Friday at one', at: null, probability: 0.6, isSure: false },
    ...{ stretches: [4, 5], day: 'Friday', hourNamed: 4 },
  };
  const ending = (parts: Partial<typeof unsure>, code: 'appointment_set' | 'callback_requested') =>
    summaryOf(call, code, told, {
      agreements: [{ ...unsure, ...parts, kind: code === 'appointment_set' ? 'appointment' : 'callback' }],
    });
  t.match(
    ending({}, 'appointment_set'),
    /They agreed on an appointment on Friday, as said: “So Friday, one o'clock\?” “One's good\.”$/,
  );
  t.match(ending({ hourNamed: -1 }, 'appointment_set'), /They agreed on an appointment on Friday\.$/);
  t.match(
    ending({ hourNamed: -1 }, 'callback_requested'),
    /Danielle is to call Walt back on Friday\.$/,
    'nor is that of a call',
  );
});

t.test('what the contact wants is quoted where they say so in so many words', async (t) => {
  const wish = (text: string) => summaryOf(`${opening}\nC: ${text} {state_need}`, 'no_next_step');
  t.match(
    wish("I'd want it to match the stone of my mother."),
    "Walt said: “I'd want it to match the stone of my mother.”",
  );
  t.notMatch(wish('I want to get off the phone and eat dinner.'), 'dinner');
  t.notMatch(wish("I don't want another thing in my yard."), 'yard');
});

t.test('where no time is sure, who said it last is quoted, and never a question', async (t) => {
  const call = `${opening}
A: Friday the fourteenth, it is. {recap}
C: Would Monday be too late? {ask_closed, propose_time}`;
  t.match(
    summaryOf(call, 'appointment_set'),
    /They agreed on an appointment; about the time Danielle said: “Friday the fourteenth, it is\.”$/,
  );
  t.match(
    summaryOf(`${opening}\nA: See you Tuesday at two forty. {goodbye}`, 'appointment_set'),
    /about the time Danielle said: “See you Tuesday at two forty\.”$/,
  );
  t.match(
    summaryOf(`${opening}\nC: Wednesday, eight fifteen. {accept}`, 'appointment_set', {
      shown: 'Wednesday, eight fifteen',
    }),
    /They agreed on an appointment: “Wednesday, eight fifteen\.”$/,
  );
  for (const line of ['Friday? {propose_time}', 'See you Tuesday. {goodbye}'])
    t.match(summaryOf(`${opening}\nA: ${line}`, 'appointment_set'), /on an appointment\.$/);
});
