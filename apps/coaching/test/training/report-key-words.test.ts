import t from 'tap';
import { fitChoices } from '../../training/fit-choices.ts';
import { keyExample } from '../../training/key-examples.ts';
import { labelledConversation } from '../../training/labelled-conversation.ts';
import { readCalls } from '../../training/read-calls.ts';
import { choicesFound, endingsFound } from '../../training/report-key-words.ts';

function readingOf(disposition: string, ...keys: string[]) {
  const [call] = readCalls(`=== x-01
trade: roofing
direction: outbound
agent: Danielle Reyes
contact: Walt Pruitt
date: 2026-03-04
disposition: ${disposition}
next_step: yes
quality: good
style: punctuated
${keys.join('\n')}
---
A: Could I come by on Thursday at five? {propose_time}
C: Yes, Thursday at five works for us. {accept}
A: See you then, goodbye. {goodbye}
`);
  if (call === undefined) throw new Error('the text is not a call');
  return { call, conversation: labelledConversation(call) };
}

const candidates = [{ features: [1] }, { features: [2] }];
const nothing = { features: [3] };
const right = { candidates, nothing, right: new Set([0]), isLost: false };
const lost = { candidates, nothing, right: new Set<number>(), isLost: true };
const model = fitChoices(
  Array.from({ length: 30 }, () => right),
  16,
);

t.test('a call whose right words are no candidate counts as wrong', async (t) => {
  const unseen = [right, right, right, lost].map((example) => ({ example }));
  const line = choicesFound('wants', [{ model, unseen }]);
  t.match(line, 'wants: 4 readings, in 1 what was marked is no candidate; from 0: 100 %, right 0.75;');
});

t.test('where nothing is likely enough, no share is made up', async (t) => {
  const unsure = { weights: new Int8Array(16), unit: 1 };
  const line = choicesFound('wants', [{ model: unsure, unseen: [{ example: right }] }]);
  t.match(line, 'from 0.7: 0 %, right –');
});

t.test(
  'an ending is right by the sum over its lines, and its line by the words that were marked',
  async (t) => {
    const yes = readingOf('appointment_set', 'ending: 1 | Thursday at five works');
    const example = keyExample('ending', yes.call, yes.conversation);
    const learnt = fitChoices(
      Array.from({ length: 40 }, () => example),
      1 << 12,
    );
    const other = readingOf('appointment_set', 'ending: 2 | See you then');
    const unmarked = readingOf('sale');
    const report = endingsFound([{ model: learnt, unseen: [yes, other, unmarked] }]);
    t.match(report, 'ending: 3 readings; from 0: 100 %, right 0.67;');
    t.match(report, /line of the true ending: 2 readings, in 0 .*; shown in 100 %, right 0.50$/);
  },
);
