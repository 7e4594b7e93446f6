import t from 'tap';
import { endings } from '../../../../src/engines/findings/key-words/endings.ts';
import {
  likelyEndings,
  topicWords,
  wishLine,
} from '../../../../src/engines/findings/key-words/find-key-words.ts';
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
  const found = topicWords(call);
  const text = call.transcript.segments[found?.stretch.segment ?? -1]?.text.slice(found?.start, found?.end);
  t.equal(text, 'your power bill');
  t.ok((found?.probability ?? 0) > 0.5);
});

t.test('the line that tells the need is the contact’s', async (t) => {
  t.match(wishLine(call)?.stretch.text, 'four hundred dollars');
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

t.test('a call without words has no topic and no line', async (t) => {
  const silent = talk([], walt);
  t.equal(topicWords(silent), null);
  t.equal(wishLine(silent), null);
  for (const { line } of likelyEndings(silent).values()) t.equal(line, null);
});
