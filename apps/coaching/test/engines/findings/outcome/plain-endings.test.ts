import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import t from 'tap';
import { readGoldCalls } from '../../../../bench/read-gold-calls.ts';
import { coachCall } from '../../../../src/engines/built-in/built-in-coach.ts';
import { decideOutcome } from '../../../../src/engines/findings/outcome/decide-outcome.ts';
import { comingLine, onlySpeaks, saysPaid } from '../../../../src/engines/findings/outcome/plain-endings.ts';
import { negotiate } from '../../../../src/engines/findings/times/negotiate.ts';
import { rubricNamed } from '../../../fixtures/conversation.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

t.test('leave is taken until a visit in many ways, and of other calls in others', async (t) => {
  const says = (line: string) => comingLine(talk([`${line} {recap}`])) !== null;
  for (const line of [
    'A: See you then. Well, he will.',
    "A: We'll see you on the third.",
    'C: See you Wednesday.',
    "A: Eight thirty Saturday, I'll be there.",
    'C: No, come at quarter past five.',
    'A: I look forward to meeting you both.',
  ])
    t.ok(says(line), line);
  for (const line of [
    'C: See ya.',
    "C: Three o'clock, I'll be there.",
    "A: I'll see what I can do.",
    'C: I come in at twelve for half an hour.',
    'A: See you around, then.',
    'A: How did it come on your side?',
    'C: The fees come at the end.',
    'C: Come on, now.',
    'C: Do not come on the twenty-first.',
  ])
    t.notOk(says(line), line);
});

const beforeCall = [
  'A: Hi, is this Paul? {greeting, ask_for_person} It is Maria from Northgate Windows. {identify_self, identify_company}',
  'C: Yes, hello. {greeting}',
  'A: Would it help to speak after that? {propose_step} Would Thursday at nine suit you? {propose_time}',
  'C: Make it quarter past nine. {counter_time}',
];

t.test('a time at which people only speak is that of a call', async (t) => {
  const ending = (...lines: string[]) => {
    const conversation = talk([...beforeCall, ...lines], { date: '2026-03-04' });
    return decideOutcome(conversation, negotiate(conversation)).code;
  };
  const agreed = ['A: Quarter past nine, Thursday. {recap, accept}', 'C: Thursday it is. {accept}'];
  t.equal(ending(...agreed, 'A: Take care. {goodbye}'), 'callback_requested');
  t.equal(ending(...agreed, 'A: See you Thursday. {goodbye}'), 'appointment_set');
  const meets = (line: string) => {
    const conversation = talk([...beforeCall, line]);
    const time = { asAgreed: '', at: null, probability: 1, isSure: true };
    return !onlySpeaks(conversation, { kind: 'appointment', stretches: [6], ...time });
  };
  t.notOk(meets('A: Fine. {accept}'));
  t.ok(meets('A: Fine, and what is the address? {accept}'));
});

t.test('what the agent says is paid is sold', async (t) => {
  const paid = (line: string) => saysPaid(talk([`${line} {inform}`]));
  t.ok(paid("A: It's gone through, five hundred and seventy-eight."));
  t.ok(paid('A: Okay, the payment went through.'));
  t.ok(paid('A: Your card has gone through.'));
  t.notOk(paid("A: It'll not have gone through if it was the summer."));
  t.notOk(paid("A: If it goes through you'll hear."));
  t.notOk(paid("C: It's gone through on my side."));
});

const sets = new Map<string, ReturnType<typeof readGoldCalls>>();
function callsOf(set: string): ReturnType<typeof readGoldCalls> {
  const { pathname } = new URL(`../../../../training/unseen/${set}.json`, import.meta.url);
  const calls = sets.get(set) ?? readGoldCalls(pathname);
  sets.set(set, calls);
  return calls;
}

/** How a labelled call ended, as the coach hears it. */
function endingOf(set: string, id: string): string | undefined {
  const call = callsOf(set).find((one) => one.id === id);
  if (call === undefined) throw new Error(`There is no call ${id} in ${set}`);
  const defaults = { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT };
  const { transcript, incoming, occurred_at } = requestOf(call, defaults);
  const context = { kind: 'call', incoming, occurred_at } as const;
  return coachCall(transcript, rubricNamed('general-sales'), context).disposition.codes[0];
}

t.test(
  'what was paid in passing is a sale, and who is told to see somebody then has an appointment',
  async (t) => {
    t.equal(endingOf('fifth-sight', 'z1-14'), 'sale_made', "`It's gone through`");
    t.equal(endingOf('fifth-sight', 'z1-18'), 'appointment_set', '`See you then`');
    t.equal(endingOf('sixth-sight', 's2-01'), 'appointment_set', "`I'll be there`, and a text before it");
  },
);

t.test('an opt-out in so many words stands, whatever else was promised', async (t) => {
  t.equal(endingOf('fourth-sight', 'y2-05'), 'do_not_contact', 'sent in writing that it is done');
  t.equal(endingOf('fifth-sight', 'z2-13'), 'do_not_contact', 'told by the agent alone');
});
