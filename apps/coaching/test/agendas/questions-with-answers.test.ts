import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { agendaOf, week3 } from '../fixtures/agenda-of-week.ts';

t.test('a question is told with its answer, and a figure with what came back', async (t) => {
  const question = { segment_index: 9, speaker: 'Ann', quote: 'What makes you hesitate?', start_time: 90 };
  const around = { segment_index: 9, start_time: 90 };
  const questionsOf = (exchanges: CallFacts['exchanges'] & object) =>
    agendaOf(
      week3({}).map((call) => ({
        ...{ ...call, exchanges, objections: [], promises: [], topMoments: [] },
        criteria: call.criteria.map((one) => ({
          ...one,
          ...{
            indicators: ['asked_open_questions'],
            quotes: [{ ...question, indicator: 'asked_open_questions' }],
          },
        })),
      })),
    )
      ?.content.questions.map(({ text }) => text)
      .join(' ') ?? '';
  const figure = {
    ...around,
    kind: 'price' as const,
    segment_index: 14,
    text: 'It is twelve thousand, once.',
  };
  const price = { ...figure, before: 'And what does it cost?', after: 'That I could live with.' };
  const asked = { ...around, kind: 'question' as const, text: question.quote, before: null };
  const told = questionsOf([{ ...asked, after: 'By the time it pays off I am in a box.' }, price]);
  t.match(told, /Go back to your question to \w+ on 1\d November\. /, 'told as a win');
  t.match(
    told,
    /asked “And what does it cost\?”.*“It is twelve thousand, once\.?”.*“That I could live with\.”/,
  );
  t.notMatch(questionsOf([{ ...asked, after: 'Hm.' }, price]), 'Hm.');
});

t.test('nobody is asked to come back to who said no for good', async (t) => {
  const asked = (outcome: string) => {
    const [first, ...others] = week3({ outcome }).map((call) => {
      const quote = call.objections[0]?.quote.quote ?? '';
      const reply = {
        segment_index: 4,
        speaker: 'Ann',
        start_time: 40,
        quote: 'I will close it for you then.',
      };
      return {
        ...call,
        objections: call.objections.map((one) => ({ ...one, isSure: false, reply })),
        exchanges: [
          {
            ...{ kind: 'answer' as const, text: reply.quote, segment_index: 4, start_time: 40 },
            ...{ before: quote, after: 'That would be good of you.' },
          },
        ],
      };
    });
    if (first === undefined) throw new Error('There is no call');
    return JSON.stringify(agendaOf([first, ...others])?.content.questions.map(({ text }) => text));
  };
  t.match(asked('next_step_agreed'), 'How could you come back to it');
  t.notMatch(asked('not_interested'), 'How could you come back to it');
});
