import t from 'tap';
import { takesUpPlainly } from '../../../../src/engines/findings/objections/taken-up.ts';

t.test('plain words show that an objection was heard', async (t) => {
  for (const text of [
    "I understand that it's long. But you can buy it from us.",
    'I see.',
    'I can see why.',
    'No, totally, I get it.',
    'That makes sense.',
    'I hear you on the price.',
  ])
    t.ok(takesUpPlainly(text), text);
});

t.test('the same words about something else do not', async (t) => {
  for (const text of [
    'I see you filled in a card at the fair.',
    'It makes sense to sign today.',
    "It's totally free.",
    'I understand you have a contract.',
    "I'll see you on Friday.",
  ])
    t.notOk(takesUpPlainly(text), text);
});
