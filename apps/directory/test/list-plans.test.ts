import { findSlowLists } from '@debrief/database/testing';
import t from 'tap';
import { peopleLists } from '../bench/people-lists.ts';

t.test('no list reads a table from end to end, whatever its filters', async (t) => {
  t.same(await findSlowLists(peopleLists), []);
});
