import type { Contact } from '@debrief/contracts/resources/contact';
import fc from 'fast-check';
import t from 'tap';
import { listContacts } from '../../src/contacts/list-contacts.ts';
import { foldCase } from '../../src/match-keys.ts';
import { answersOf, type Page } from '../fixtures/answers.ts';
import { item, resolve } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const CONTACTS = 300;
const RUNS = process.env.TEST_LONG ? 1000 : 20;

const { db, integration } = await testDirectory(t);
const list = listContacts(db);

/** The external ids found by each question. */
async function foundBy(scope: string, questions: readonly object[]): Promise<string[][]> {
  const pages = await answersOf<Page<Contact>>(
    list,
    questions.map((question) => [scope, { limit: 100, sort: 'asc', ...question }]),
  );
  return pages.map((page) =>
    (page as Page<Contact>).data.map(({ external_contact_id }) => external_contact_id),
  );
}

const mark = fc.constantFrom(' ', '-', '.', '/', '(', ')', '+', ' (0', ' ext. ', '\u00a0', '٣');

/** The digits with marks before, between and behind them; a mark may bring a digit of its own. */
function punctuated(digits: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.option(mark, { nil: '' }), { minLength: digits.length + 1, maxLength: digits.length + 1 })
    .map((marks) => marks.map((each, index) => each + (digits[index] ?? '')).join(''));
}

/** Some with a country code, where the zero in brackets is no part of the number but is one of its digits. */
const written = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 9 }).map(String), { minLength: 1, maxLength: 15 }).chain(punctuated),
  fc.constantFrom(
    '+44 (0)20 7946 0958',
    '0044 20 7946 0958',
    '+49 (0) 30/90 18 20',
    '+1 415 555-2671 ext. 5',
  ),
);

function digitsOf(phone: string): string[] {
  return [...phone].filter((character) => character >= '0' && character <= '9');
}

/** Marks without digits, so that the number stays the same. */
function rewritten(phone: string): fc.Arbitrary<string> {
  const digits = digitsOf(phone);
  return fc
    .array(fc.constantFrom('', '', ' ', '-', '.', '/', '(', ')', '+', ' tel ', '\u2011'), {
      minLength: digits.length + 1,
      maxLength: digits.length + 1,
    })
    .map((marks) => marks.map((each, index) => each + (digits[index] ?? '')).join(''));
}

t.test('a contact is found by its phone number in any punctuation', async (t) => {
  const pairs = fc.array(
    written.chain((phone) => fc.tuple(fc.constant(phone), rewritten(phone))),
    { minLength: 1, maxLength: 15 },
  );
  await fc.assert(
    fc.asyncProperty(pairs, async (phones) => {
      const scope = await integration();
      await resolve(
        db,
        phones.map(([contact_phone], index) =>
          item(scope, { external_contact_id: `c-${index}`, contact_phone }),
        ),
      );
      const found = await foundBy(
        scope,
        phones.map(([, phone]) => ({ phone })),
      );
      for (const [index, [stored]] of phones.entries()) {
        if (!found[index]?.includes(`c-${index}`)) throw new Error(`${stored} was not found`);
      }
    }),
    { numRuns: RUNS },
  );
  t.pass();
});

t.test('a part of a name finds the names that contain it, with any characters', async (t) => {
  const scope = await integration();
  const character = fc.constantFrom('%', '_', '\\', "'", '"', 'a', 'A', 'É', 'é', 'ß', ' ', '*', '.', '😀');
  const name = fc.array(character, { minLength: 1, maxLength: 8 }).map((characters) => characters.join(''));
  const names = fc.sample(name, { numRuns: CONTACTS, seed: 7 });
  await resolve(
    db,
    names.map((contact_name, index) => item(scope, { external_contact_id: `c-${index}`, contact_name })),
  );
  const parts = fc.array(
    fc.array(character, { minLength: 1, maxLength: 3 }).map((characters) => characters.join('')),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(parts, async (asked) => {
      const found = await foundBy(
        scope,
        asked.map((part) => ({ name: part })),
      );
      for (const [index, part] of asked.entries()) {
        const expected = names.flatMap((each, ord) =>
          foldCase(each).includes(foldCase(part)) ? `c-${ord}` : [],
        );
        const wanted = new Set(expected);
        const answer = found[index] as string[];
        // A page holds at most 100.
        const isRight = answer.every((id) => wanted.has(id)) && answer.length === Math.min(wanted.size, 100);
        if (!isRight) throw new Error(`${part} found ${answer.join()} instead of ${expected.join()}`);
      }
    }),
    { numRuns: RUNS },
  );
  t.pass();
});
