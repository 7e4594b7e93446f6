import { createOrganization, listOrganizations } from '@debrief/contracts/operations/directory-access';
import t from 'tap';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';

const { ask } = await runningDirectory(t);

t.test('organizations are created, together too, and listed from the oldest', async (t) => {
  t.strictSame(await ask(listOrganizations, {}), { data: [] });
  const created = await Promise.all(
    ['Acme', 'Bits', 'Acme'].map((name) => ask(createOrganization, { name })),
  );
  t.strictSame(
    created.map(({ name }) => name),
    ['Acme', 'Bits', 'Acme'],
  );
  t.equal(new Set(created.map(({ id }) => id)).size, 3);
  t.match(created[0]?.created_date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const { data } = await ask(listOrganizations, {});
  t.strictSame(data, created);
});

t.test('an organization without a name is refused', async (t) => {
  await t.rejects(ask(createOrganization, { name: '' }), declared('VALIDATION_FAILED'));
});
