import { readdir, readFile } from 'node:fs/promises';
import t from 'tap';
import { toldDone } from '../../src/agendas/done-in.ts';
import { saysDone, saysMissing } from '../../src/agendas/past-of.ts';
import { wanted } from '../../src/facts/what-to-improve.ts';
import { callOf } from '../fixtures/call-facts.ts';

interface RubricFile {
  criteria: { indicators: { missing: string }[] }[];
}

t.test('whatever a rubric of Debrief or an advice calls missing can be told to be done', async (t) => {
  const folder = new URL('../../rubrics/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const phrases = await Promise.all(
    files.map(async (name) => {
      const { criteria = [] }: Partial<RubricFile> = JSON.parse(
        await readFile(new URL(name, folder), 'utf8'),
      );
      return criteria.flatMap(({ indicators = [] }) =>
        indicators.flatMap(({ missing }) => (missing === undefined ? [] : [missing])),
      );
    }),
  );
  const all = new Set([...phrases.flat(), ...Object.values(wanted)]);
  t.ok(all.size > 30);
  for (const phrase of all) t.match(saysDone({ phrase, did: undefined }), /^You \w+/, phrase);
});

t.test(
  'what a team calls by a name of its own is told in the words of its rubric, or by that name',
  async (t) => {
    const phrase = 'asking about the horses';
    t.equal(saysDone({ phrase, did: 'asked about the horses' }), 'You asked about the horses');
    t.equal(saysDone({ phrase, did: undefined }), '“Asking about the horses” was heard');
    t.equal(saysMissing({ phrase, did: undefined }), 'Asking about the horses was');
    t.equal(saysMissing({ phrase: 'more open questions', did: undefined }), 'More open questions were');
    t.equal(saysMissing({ phrase: 'why you are calling', did: undefined }), '“Why you are calling” was');
  },
);

t.test('what was done, missed or half done is told in a sentence, with the period before', async (t) => {
  const thing = { phrase: 'a polite end', did: undefined };
  const calls = ['10', '11', '12'].map((day) => callOf({ id: day, day: `2026-11-${day}` }));
  const shown = (count: number, of = calls) => ({
    ...{ done: of.slice(0, count), missed: of.slice(count), of: of.length },
  });
  const told = (now: number, then: number, isAgain = false) =>
    toldDone(thing, shown(now), shown(then), 'week', isAgain);
  t.equal(told(3, 1), 'You ended politely in all 3 calls.');
  t.equal(
    told(2, 1),
    'You ended politely in 2 of 3 calls (not on 12 November), after 1 of 3 in the week before.',
  );
  t.equal(told(2, 0, true), 'You ended politely in 2 of 3 calls, after none of 3 in the week before.');
  t.equal(told(0, 3, true), 'A polite end: still open, see below.');
  t.equal(told(0, 0), 'A polite end was missing on 10, 11 and 12 November, as in the week before.');
  t.match(told(0, 2), /; it was there in 2 of 3 calls of the week before\.$/);
  t.equal(
    toldDone(thing, shown(1, calls.slice(0, 1)), shown(0, []), 'month'),
    'You ended politely in the only call.',
  );
});
