import t from 'tap';
import { eventually } from './harness/eventually.ts';
import { filters, memberScene, page, window } from './harness/member-scene.ts';
import type { Member } from './harness/operator.ts';

/** What a member is shown of an integration where others have calls as well. */
const { operator, theirCall, insiders } = await memberScene(t);
const agent = insiders['the agent'];

t.test('a member reads with a list what is theirs, whatever they filter by', async (t) => {
  for (const filter of [{}, { user_id: theirCall.user_id }, { contact_id: theirCall.contact_id }]) {
    const answer = await operator.askAsMember('ingest.calls.list-overviews', agent, { ...page, ...filter });
    t.notMatch(JSON.stringify(answer), /second call of mine/);
  }
});

t.test('a member counts only their own calls, whomever they ask about', async (t) => {
  const total = async (of: string, id: string | null, member: Member = agent) => {
    const input = { of, id, ...window, ...filters };
    return (
      (await operator.askAsMember('analytics.metrics.get', member, input)) as { calls: { total: number } }
    ).calls.total;
  };
  // Counted a moment later than they end.
  const own = await eventually(
    () => total('integration', null),
    (count) => count > 0,
  );
  t.equal(own, 1);
  t.equal(await total('contact', theirCall.contact_id), 0);
  t.equal(await total('user', theirCall.user_id), 0);
  const owner = insiders['an owner of the organization'];
  const all = await eventually(
    () => total('integration', null, owner),
    (count) => count === 2,
  );
  t.equal(all, 2);
});
