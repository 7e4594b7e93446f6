import { FACTS_PAGE_BYTES, FACTS_PAGE_ROWS } from '@debrief/contracts/paging';
import t from 'tap';
import { FACTS_LIMIT, factsJson } from '../src/facts.ts';

const row = (id: number, bytes = 10) => ({
  integration_id: 'i',
  id: String(id),
  body: JSON.stringify('x'.repeat(bytes - 2)),
});
const pageOf = (rows: ReturnType<typeof row>[]) =>
  JSON.parse(factsJson(rows)) as { data: string[]; next: object | null };
const rows = (count: number, bytes?: number) => Array.from({ length: count }, (_, id) => row(id, bytes));

t.test('a page says where the next one starts, unless it is the last', async (t) => {
  t.strictSame(pageOf([]), { data: [], next: null });
  const full = pageOf(rows(FACTS_PAGE_ROWS));
  t.equal(full.data.length, FACTS_PAGE_ROWS);
  t.equal(full.next, null);
  const more = pageOf(rows(FACTS_LIMIT));
  t.equal(more.data.length, FACTS_PAGE_ROWS);
  t.strictSame(more.next, { integration_id: 'i', id: String(FACTS_PAGE_ROWS - 1) });
});

t.test('large facts make smaller pages, of one fact at least', async (t) => {
  const page = pageOf(rows(FACTS_PAGE_ROWS, FACTS_PAGE_BYTES / 4));
  t.equal(page.data.length, 3);
  t.strictSame(page.next, { integration_id: 'i', id: '2' });
  const [huge] = [pageOf(rows(2, FACTS_PAGE_BYTES * 2))];
  t.equal(huge.data.length, 1);
  t.strictSame(huge.next, { integration_id: 'i', id: '0' });
});
