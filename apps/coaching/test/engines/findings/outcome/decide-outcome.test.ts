import { readFileSync } from 'node:fs';
import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import t from 'tap';
import { type GoldCall, readGoldCalls } from '../../../../bench/read-gold-calls.ts';
import { coachCall } from '../../../../src/engines/built-in/built-in-coach.ts';
import type { Stretch } from '../../../../src/engines/conversation/conversation.ts';
import { callIsMeant, callIsNamed } from '../../../../src/engines/findings/outcome/call-is-meant.ts';
import { decideOutcome } from '../../../../src/engines/findings/outcome/decide-outcome.ts';
import { withdraws } from '../../../../src/engines/findings/outcome/plain-endings.ts';
import { negotiate } from '../../../../src/engines/findings/times/negotiate.ts';
import { rubricNamed } from '../../../fixtures/conversation.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

/** The outcome, and the words that it rests on. */
function decide(...turns: string[]) {
  const conversation = talk(turns, { date: '2026-03-04' });
  const found = decideOutcome(conversation, negotiate(conversation));
  return { ...found, words: found.stretches.map((index) => conversation.stretches[index]?.text) };
}

const opening = [
  'A: Hi, is this Paul? {greeting, ask_for_person} It is Maria from Northgate Windows. {identify_self, identify_company}',
  'C: Yes, hello. {greeting}',
  'A: I call about the card you sent us. {state_purpose} How are your windows? {ask_open}',
  'C: Old, and the wind comes in. {state_need}',
];

t.test('a time that is proposed and taken is an appointment, and rests on those words', async (t) => {
  const found = decide(
    ...opening,
    'A: Would Thursday at two suit you, for our man to measure? {propose_time}',
    'C: Thursday at two is fine. {accept}',
    'A: So Thursday at two. {recap} See you then, bye. {goodbye}',
    'C: Bye. {goodbye}',
  );
  t.equal(found.code, 'appointment_set');
  t.strictSame(found.words, ['Thursday at two is fine.', 'So Thursday at two.']);
});

t.test(
  'a time at which somebody says they will ring, and not that they come, is that of a call',
  async (t) => {
    const isCall = (...turns: string[]) => {
      const conversation = talk(turns, { date: '2026-03-04' });
      const time = { asAgreed: '', at: null, probability: 1, isSure: true };
      return callIsMeant(conversation, { kind: 'appointment', stretches: [1], ...time });
    };
    const asked = 'A: Thursday at two? {propose_time}';
    t.ok(isCall(asked, 'C: Thursday at two. {accept}', "A: I'll ring you then. {promise: ring}"));
    t.ok(isCall(asked, 'C: Thursday at two. {accept}', "A: I'll give you a wee ring then. {promise: ring}"));
    t.ok(isCall('A: So shall I call back? {ask_closed} Thursday at two? {propose_time}', 'C: Yes. {accept}'));
    t.ok(isCall(asked, 'C: Thursday at two, on his mobile. {accept}'));
    t.notOk(
      isCall(asked, 'C: Thursday at two. {accept}', "A: I'll call you when I'm outside. {promise: call}"),
    );
    t.notOk(isCall(asked, 'C: Thursday at two. {accept}', "A: I'll ring the bell. {promise: ring}"));
    t.notOk(isCall(asked, 'C: Thursday at two is fine. {accept}'));
    t.notOk(isCall(asked, 'C: Thursday at two. {accept} Bernie has the list on her phone. {inform}'));
  },
);

t.test('a call is promised to whom the time was settled with, or it is another', async (t) => {
  const said = (text: string) => talk([`A: Thursday at two. {recap} ${text} {promise: ring}`]);
  const named = (text: string): boolean =>
    callIsNamed(said(text), {
      ...{ kind: 'appointment', asAgreed: '', at: null, probability: 1, isSure: true },
      stretches: [0],
    });
  t.ok(named("I'll give you a ring then."));
  t.notOk(named("I'll call him myself."));
  t.notOk(named("I'll call you when I'm outside."));
});

t.test('a time that is settled after the contact asked to be rung is that of a call', async (t) => {
  const isNamed = (text: string): boolean =>
    callIsNamed(
      talk([`C: ${text} {request: ring}`, 'A: Monday at two? {propose_time}', 'C: Yes. {accept}']),
      {
        ...{ kind: 'appointment', asAgreed: '', at: null, probability: 1, isSure: true },
        stretches: [2],
      },
    );
  for (const wish of [
    'Ring us back.',
    'Can you call me on Monday?',
    "You'd have to give me a shout next week.",
  ])
    t.ok(isNamed(wish), wish);
  for (const other of [
    'Call me Ed.',
    "Don't ring me back.",
    'Ring me when you are outside.',
    'They ring me up and I look at it.',
  ])
    t.notOk(isNamed(other), other);
});

t.test('who asks not to be called again is not to be called again', async (t) => {
  const found = decide(
    ...opening.slice(0, 3),
    'C: Take me off your list and do not call again. {opt_out}',
    'A: I will, I am sorry to have bothered you. {honor_opt_out}',
    'C: Good. Bye. {goodbye}',
  );
  t.equal(found.code, 'do_not_contact');
});

t.test('a machine is a voicemail where a message was left, and otherwise nobody was there', async (t) => {
  const machine = 'C: You have reached Paul, please leave a message after the tone. {machine}';
  const message =
    'A: Hi Paul, Maria from Northgate Windows. {greeting, identify_self, identify_company} Call me back about your card, please. {leave_message}';
  t.equal(decide(machine, message).code, 'left_voicemail');
  t.equal(decide(machine).code, 'no_conversation');
  t.equal(decide('A: Hello? {greeting}').code, 'no_conversation');
});

t.test('what is left open is a next step only where somebody is to do something', async (t) => {
  const open = 'C: I have to think about it first. {defer}';
  const asked = 'C: I have to think about it first, send me something in writing. {defer, request: send it}';
  const promise = 'A: Sure, I will email you the brochure tonight. {promise: email the brochure}';
  const end = ['A: Great, thanks. {thanks} Goodbye. {goodbye}', 'C: Goodbye. {goodbye}'];
  t.equal(decide(...opening, asked, promise, 'C: Okay, do that. {accept}', ...end).code, 'next_step_agreed');
  t.match(decide(...opening, open, ...end).code, /^(?:unclear|no_next_step)$/);
});

t.test('a machine that lets nobody through is not a conversation, whatever the agent told it', async (t) => {
  const found = decide(
    'C: Please say your name and why you are calling. {machine}',
    'A: It is Maria from Northgate Windows, about the quote for the back windows. {identify_self, identify_company}',
    'C: The person you are calling is unavailable. {machine} The mailbox is full. {machine}',
    'A: Oh well. {small_talk}',
  );
  t.match(found.code, /^(?:no_conversation|left_voicemail)$/);
});

t.test('a mailbox that is full is not a conversation', async (t) => {
  const full = 'C: You have reached Paul. {machine} The mailbox is full. {machine} Goodbye. {machine}';
  t.equal(decide(full).code, 'no_conversation');
});

t.test('a plain refusal is told, whether it objects or only declines', async (t) => {
  const bye = 'A: All right, then. {acknowledge} Bye. {goodbye}';
  for (const no of [
    'C: No thank you, they are fine, we are not interested in new ones. {object:need, decline}',
    'C: I am not interested, thanks. {object:not_interested}',
  ]) {
    t.equal(decide(...opening.slice(0, 3), no, bye, 'C: Bye. {goodbye}').code, 'not_interested', no);
  }
});

/** A call of the sample team, as the coach hears it. */
function endingOf(name: string, contact: string) {
  const file = new URL(`../../../../../../samples/sales-team/${name}.txt`, import.meta.url);
  const turns = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [speaker = '', text = ''] = line.split(/: (.*)/);
      return {
        speaker: speaker === 'Ben Carter' ? ('agent' as const) : ('contact' as const),
        name: speaker,
        text,
      };
    });
  const { transcript, incoming, occurred_at } = requestOf(
    {
      ...{ id: name, category: 'solar', direction: 'outbound', agent: 'Ben Carter', contact },
      ...{ date: '2026-11-12', turns },
    },
    { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT },
  );
  const context = { kind: 'call', incoming, occurred_at } as const;
  const { disposition, evidence } = coachCall(transcript, rubricNamed('general-sales'), context);
  const shown = evidence.filter(({ claim_id }) => claim_id === 'disposition.outcomes.0');
  const words = shown.map(({ quote }) => quote);
  return { code: disposition.codes[0], words, last: turns.at(-1)?.text, lastButOne: turns.at(-2)?.text };
}

t.test('`all right` to a time is no sale, whatever was bargained for before', async (t) => {
  const { code, lastButOne } = endingOf('ben-08', 'Rob Delaney');
  t.equal(lastButOne, 'All right. Send me the new number in writing.');
  t.equal(code, 'unclear');
});

t.test(
  'a visit that is made in passing is an appointment where somebody says they will be seen',
  async (t) => {
    const { code, words, last } = endingOf('ben-09', 'Grace Kim');
    t.equal(last, "Twist my arm. I'll see you Sunday, Grace.");
    t.equal(code, 'appointment_set');
    t.strictSame(words, ["I'll see you Sunday, Grace."]);
  },
);

t.test('a line that takes an appointment back shows none', async (t) => {
  t.equal(endingOfLabelled('jb-07', 'sixteenth'), 'callback_requested');
  const line = (text: string) => talk([`A: ${text} {recap}`]).stretches[0] as Stretch;
  for (const text of ['All right, Wednesday is off.', "So that's off.", 'I have cancelled it.'])
    t.ok(withdraws(line(text)), text);
  for (const text of ['I am off on Wednesday.', 'Wednesday it is.', 'Ten percent off.'])
    t.notOk(withdraws(line(text)), text);
});

t.test('the time at which what was bought is delivered is no appointment', async (t) => {
  for (const id of ['fa-25', 'fb-18']) t.not(endingOfLabelled(id), 'appointment_set', id);
});

t.test('whoever is taken off the list in so many words is not to be called again', async (t) => {
  t.equal(endingOfLabelled('fa-15'), 'do_not_contact');
});

function endingOfLabelled(id: string, set = 'twelfth') {
  const file = new URL(`../../../../training/unseen/${set}-sight.json`, import.meta.url);
  const { gold: _, ...call } = readGoldCalls(file.pathname).find((one) => one.id === id) as GoldCall;
  const { transcript, incoming, occurred_at } = requestOf(call, {
    ...{ category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT },
  });
  const context = { kind: 'call', incoming, occurred_at } as const;
  return coachCall(transcript, rubricNamed('general-sales'), context).disposition.codes[0];
}
