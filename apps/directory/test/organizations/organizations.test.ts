import { createOrganization, listOrganizations } from '@debrief/contracts/operations/directory-access';
import t from 'tap';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';

const { ask } = await runningDirectory(t);

t.test('organizations are created and listed from the oldest', async (t) => {
  t.strictSame(await ask(listOrganizations, {}), { data: [] });
  const acme = await ask(createOrganization, { name: 'Acme' });
  const bits = await ask(createOrganization, { name: 'Bits' });
  t.match(acme, { name: 'Acme', created_date: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ });
  t.strictSame(await ask(listOrganizations, {}), { data: [acme, bits] });
});

t.test('equal requests at once each create an organization', async (t) => {
  const made = await Promise.all([1, 2, 3].map(() => ask(createOrganization, { name: 'Acme' })));
  t.equal(new Set(made.map(({ id }) => id)).size, 3);
});

t.test('an organization without a name is refused', async (t) => {
  await t.rejects(ask(createOrganization, { name: '' }), declared('VALIDATION_FAILED'));
});
