import t from 'tap';
import { splitWords } from '../../../../src/engines/conversation/split-words.ts';
import { endings } from '../../../../src/engines/findings/key-words/endings.ts';
import { findKeyWords, likelyEndings } from '../../../../src/engines/findings/key-words/find-key-words.ts';
import { isNounPhrase } from '../../../../src/engines/findings/key-words/noun-phrase.ts';
import { topicCandidates } from '../../../../src/engines/findings/key-words/topic-candidates.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

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

t.test(
  'what is spoken of on both sides is what a call is about, in whatever line its name was said',
  async (t) => {
    const spoken = talk(
      [
        "A: Hi Walt, it's Danielle from Brightmesa. {greeting, identify_self, identify_company} How is the roof on the barn holding up? {ask_open}",
        'C: The roof leaks. {state_need} My neighbor fixed his roof last year. {inform}',
        'A: We put a metal roof on in two days. {pitch} Could I look at the roof on Thursday? {propose_time}',
        'C: Thursday works. {accept} I will have a roach with a menu for you. {small_talk}',
      ],
      walt,
    );
    const { subject } = findKeyWords(spoken);
    const { segment = -1 } = spoken.stretches[subject?.stretch ?? -1] ?? {};
    t.match(spoken.transcript.segments[segment]?.text.slice(subject?.start, subject?.end), /roof/);
  },
);

t.test('a clause, a number or a time is not the name of a thing', async (t) => {
  const isNamed = (line: string, phrase: string) => {
    const words = splitWords(line);
    const wanted = splitWords(phrase).map(({ text }) => text);
    const from = words.findIndex((_, i) => wanted.every((text, k) => words[i + k]?.text === text));
    return isNounPhrase(words, from, from + wanted.length);
  };
  t.ok(isNamed("I'm calling about the roof on your barn.", 'the roof on your barn'));
  t.ok(isNamed('It is refinancing the house, mostly.', 'refinancing the house'));
  t.notOk(isNamed('Is there a way to cut your audit prep?', 'cut your audit prep'));
  t.notOk(isNamed("I see your lease's up on Friday.", "your lease's up on Friday"));
  t.notOk(isNamed('That was four seventy-five a box.', 'four seventy-five a box'));
  t.notOk(isNamed('We spoke a year ago.', 'a year ago'));
  t.notOk(isNamed('It shows that your truck has equity.', 'that your truck'));
  t.notOk(isNamed('We need a silver and a bronze.', 'a silver and a bronze'));
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
  t.strictSame(findKeyWords(silent), {
    topic: null,
    subject: null,
    naming: null,
    need: null,
    obstacle: null,
  });
  for (const { line } of likelyEndings(silent).values()) t.equal(line, null);
});

t.test('a speech that goes on without end is read to a bound', async (t) => {
  const speech = Array.from({ length: 20_000 }, (_, i) => `word${i % 50}`).join(' ');
  t.ok(topicCandidates(talk([`C: ${speech} {inform}`], walt)).length < 1000);
});
