import t from 'tap';
import { endings } from '../../../src/engines/findings/key-words/endings.ts';
import { findKeyWords, likelyEndings } from '../../../src/engines/findings/key-words/find-key-words.ts';
import { topicCandidates } from '../../../src/engines/findings/key-words/topic-candidates.ts';
import { decideOutcome } from '../../../src/engines/findings/outcome/decide-outcome.ts';
import { countQuestions } from '../../../src/engines/findings/questions/count-questions.ts';
import { negotiate } from '../../../src/engines/findings/times/negotiate.ts';
import { doubtful, judged, talk } from '../../fixtures/labelled-call.ts';

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
    'C: They are fine, I do not want new ones. {object:need}',
    'C: I am not interested, thanks. {object:not_interested}',
  ]) {
    t.equal(decide(...opening.slice(0, 3), no, bye, 'C: Bye. {goodbye}').code, 'not_interested', no);
  }
});

const count = (...lines: string[]) => countQuestions(judged(lines).conversation);

t.test('question marks are counted where there are any, the agent’s own', async (t) => {
  t.equal(count('A: How are you? Is it leaking? {greeting, ask_closed}', 'C: Who is this? {ask_closed}'), 2);
  t.equal(count('A: So you live here. {ask_closed} Right? {ask_closed}', 'C: Yes. {inform}'), 1);
});

t.test('a question in a segment of no length does not count, as its words do not', async (t) => {
  const { conversation } = judged([
    'A: Is it leaking? {ask_closed}',
    'C: It is. {inform}',
    'A: Since when? {ask_open}',
  ]);
  const [first, ...others] = conversation.transcript.segments;
  if (first === undefined) throw new Error('nothing was said');
  const segments = [{ ...first, end_time: first.start_time }, ...others];
  t.equal(countQuestions({ ...conversation, transcript: { ...conversation.transcript, segments } }), 1);
});

t.test('without marks the stretches count that ask', async (t) => {
  t.equal(
    count('A: how old is it {ask_open} i see {backchannel} is it flat {ask_closed}', 'C: flat {inform}'),
    2,
  );
});

t.test('without marks, what is half likely to be a question is half a question', async (t) => {
  const call = judged([
    'A: how old is it {ask_open} i see {backchannel} is it flat {ask_closed}',
    'C: flat {inform}',
  ]);
  t.equal(countQuestions(doubtful(call, 0.5).conversation), 1);
});

const walt = { agent: 'Danielle Reyes', contact: 'Walt Pruitt', date: '2026-03-04', direction: 'outbound' };
const call = talk(
  [
    "A: Hi Walt, it's Danielle from Brightmesa Solar. {greeting, identify_self, identify_company} I'm calling about your power bill. {state_purpose}",
    'C: Okay. {backchannel} It was four hundred dollars in December and we barely used the heat. {state_need}',
    'A: That is a lot. {acknowledge} Could I come by and look at the roof on Thursday at five? {propose_time}',
    'C: Yeah, Thursday at five works. {accept}',
    'A: Great, see you Thursday. {goodbye}',
  ],
  walt,
);

t.test('what a call is about is named by words of the call', async (t) => {
  const { topic } = findKeyWords(call);
  const { segment = -1 } = call.stretches[topic?.stretch ?? -1] ?? {};
  t.equal(call.transcript.segments[segment]?.text.slice(topic?.start, topic?.end), 'your power bill');
});

t.test('the line that tells the need is the contact’s', async (t) => {
  const { need } = findKeyWords(call);
  t.match(call.stretches[need?.stretch ?? -1]?.text, 'four hundred dollars');
});

t.test('what stands in the way is told by the contact', async (t) => {
  const refused = talk(
    [
      "A: Hi Walt, it's Danielle from Brightmesa Solar. {greeting, identify_self, identify_company} I'm calling about your power bill. {state_purpose}",
      "C: We're not looking to take on another payment right now. {object:price}",
      'A: Okay, I understand. {acknowledge} Have a good day. {goodbye}',
    ],
    walt,
  );
  t.match(refused.stretches[findKeyWords(refused).obstacle?.stretch ?? -1]?.text, 'another payment');
});

t.test('a call has one ending: the shares of all add up to one', async (t) => {
  const found = likelyEndings(call);
  t.strictSame([...found.keys()], [...endings]);
  const sum = [...found.values()].reduce((total, { probability }) => total + probability, 0);
  t.ok(Math.abs(sum - 1) < 1e-6);
});

t.test('the line that would show an ending is among those that settle it', async (t) => {
  const line = likelyEndings(call).get('appointment_set')?.line;
  t.match(call.stretches[line?.stretch ?? -1]?.text, /Thursday/);
});

t.test('a call without words has no key words', async (t) => {
  const silent = talk([], walt);
  t.strictSame(findKeyWords(silent), { topic: null, need: null, obstacle: null });
  for (const { line } of likelyEndings(silent).values()) t.equal(line, null);
});

t.test('a speech that goes on without end is read to a bound', async (t) => {
  const speech = Array.from({ length: 20_000 }, (_, i) => `word${i % 50}`).join(' ');
  t.ok(topicCandidates(talk([`C: ${speech} {inform}`], walt)).length < 1000);
});
