import type { IntegrationChanged } from '@debrief/contracts/events/directory';
import t from 'tap';
import { recordIntegrationChange } from '../../src/integrations/record-integration-change.ts';
import { coachingDatabase, integrationChange } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const record = recordIntegrationChange(db);
const known = ({ integration_id }: IntegrationChanged) =>
  db.selectFrom('integrations').selectAll().where('integration_id', '=', integration_id).execute();

t.test('the newest version of an integration is known, in any order of its changes', async (t) => {
  for (const order of [
    [1, 2, 3],
    [3, 2, 1],
    [2, 3, 1, 3, 2],
  ]) {
    const first = integrationChange();
    const versions: Record<number, IntegrationChanged> = {
      1: first,
      2: { ...first, version: 2, categories: [{ name: 'sales', kind: 'call' }] },
      3: { ...first, version: 3, crm: 'Follow', cadences: ['weekly', 'monthly'], categories: null },
    };
    for (const version of order) await record({ payload: versions[version] as IntegrationChanged });
    const created_date = first.created_date.replace('Z', '000Z');
    t.strictSame(await known(first), [{ ...versions[3], created_date }]);
  }
});

t.test('an integration’s change touches no other', async (t) => {
  const [mine, other] = [integrationChange(), integrationChange()];
  for (const payload of [mine, other]) await record({ payload });
  await record({ payload: { ...mine, version: 2, name: 'Renamed' } });
  t.match(await known(other), [{ version: 1, name: 'Main' }]);
  t.match(await known(mine), [{ version: 2, name: 'Renamed' }]);
});
