import t from 'tap';
import { inviteIn } from '../src/pages/invite.ts';
import { apiOf } from '../src/pages/keys.ts';

const agents = [{ id: 'a1', name: 'Ada', email: 'ada@acme.example', external_user_id: 'rep-1' }];
const invite = (given: Record<string, string>) => inviteIn({ email: 'new@acme.example', ...given }, agents);

t.test('an invitation says whose calls it is for in one way', async (t) => {
  t.equal(invite({ agent: 'a1' }).external_user_id, 'rep-1');
  t.equal(invite({ agent: 'external', external: 'rep-9' }).external_user_id, 'rep-9');
  t.equal(invite({ agent: '' }).external_user_id, null);
  t.throws(() => invite({ agent: 'gone' }), { message: /not here any more/ });
  t.throws(() => invite({ agent: 'a1', external: 'rep-9' }), { message: /not both/ });
  t.throws(() => invite({ agent: 'external' }), { message: /Give their id/ });
});

t.test('the reference of the API stands beside the API, also below a path', async (t) => {
  t.equal(apiOf('https://acme.example/debrief/api/v1/')?.reference, 'https://acme.example/debrief/docs');
  t.equal(apiOf('https://acme.example/api/v1')?.reference, 'https://acme.example/docs');
  t.equal(apiOf(''), null);
});
