import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { deciderIn } from '../../src/facts/decider-in.ts';
import { callOf } from '../fixtures/call-facts.ts';

const asked = (before: string, text: string, after = 'She has to see it.'): CallFacts => ({
  ...callOf({ id: 'a', contact: 'Karen Novak' }),
  exchanges: [{ kind: 'question', text, segment_index: 4, start_time: 40, before, after }],
});

t.test('who has a say is whom the contact named and the agent asked about', async (t) => {
  t.equal(deciderIn(asked('Well, now there is my wife.', 'What does she think about it?')), "Karen's wife");
  t.equal(
    deciderIn(asked('My daughter does that.', 'Should I talk with your daughter?')),
    "Karen's daughter",
  );
  t.equal(
    deciderIn(
      asked(
        'We went to my brother’s, with my mother.',
        'Would you rather show it to him first?',
        'He asks a lot.',
      ),
    ),
    "Karen's brother",
    'the only man who was named',
  );
});

t.test('nobody has a say who is only spoken of, or may be one of two', async (t) => {
  t.equal(deciderIn(asked('My daughter came home from college.', 'How old is she?')), undefined);
  t.equal(deciderIn(asked('My son says sell the kiln.', 'When do you fire it?')), undefined);
  t.equal(deciderIn(asked('My mother is at home.', 'Is she at home in the day?', 'All day.')), undefined);
  t.equal(deciderIn(asked('My son and my brother live here.', 'What does he think?')), undefined);
});
