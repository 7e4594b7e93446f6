import t from 'tap';
import { findQuestions } from '../../../src/engines/built-in/questions/find-questions.ts';
import { bare } from '../../fixtures/conversation.ts';
import { documentOf } from '../../fixtures/document.ts';

const questions: Record<string, 'open' | 'closed' | 'tag'> = {
  'How long do you plan to stay in the house?': 'open',
  'What made you start looking now?': 'open',
  'And what have you tried so far?': 'open',
  'May I ask what you were expecting?': 'open',
  'Who else needs to approve this?': 'open',
  'Which day works best for you?': 'open',
  'Do you have a few minutes?': 'closed',
  'Would Thursday at two work?': 'closed',
  'Is this a good time?': 'closed',
  'Have you changed the filter recently?': 'closed',
  'Besides you, is there anyone else involved in this decision?': 'closed',
  'Okay, does that help?': 'closed',
  'Could I come by on Saturday?': 'closed',
};

t.test('questions are told by their order of words, with their mark and without', async (t) => {
  for (const [question, kind] of Object.entries(questions)) {
    for (const line of [`agent: ${question}`, bare(`agent: ${question}`)]) {
      const last = findQuestions(documentOf(line)).at(-1);
      t.equal(last?.kind, kind, line);
    }
  }
});

t.test('a tag makes a question of a statement', async (t) => {
  t.equal(findQuestions(documentOf('agent: you live in this house is that right')).at(-1)?.kind, 'closed');
  t.equal(findQuestions(documentOf('agent: you own the house right'))[0]?.kind, 'tag');
});

t.test('statements are none', async (t) => {
  for (const statement of [
    'I know how long it takes.',
    'What we do is clean the roof.',
    'I have you down for Tuesday.',
    'That is what I thought.',
    'When you are ready, give us a call.',
    'I will send it today.',
    'Thank you very much.',
  ]) {
    for (const line of [`agent: ${statement}`, bare(`agent: ${statement}`)]) {
      t.strictSame(findQuestions(documentOf(line)), [], line);
    }
  }
});

t.test('questions are counted where they stand between other sentences', async (t) => {
  const line =
    'agent: I hear that often. What do you like about it, and what would you change? I see. When can we talk?';
  t.equal(findQuestions(documentOf(line)).length, 2);
  t.equal(findQuestions(documentOf(bare(line))).length, 3);
});
