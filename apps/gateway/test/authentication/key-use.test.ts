import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import { CONTACT_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { recordKeyUse } from '@debrief/contracts/operations/directory-access';
import { listContacts } from '@debrief/contracts/operations/directory-people';
import { eraseContact } from '@debrief/contracts/operations/erasures';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import t from 'tap';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

/** A gateway before a directory that knows no contact, and keeps who asked it and which uses were reported. */
async function observedGateway(env: Record<string, string> = {}) {
  const callers: Record<'read' | 'write', IntegrationCaller[]> = { read: [], write: [] };
  const reported: InputOf<typeof recordKeyUse>[] = [];
  const gateway = await lonelyGateway(t, {
    env,
    verifies: true,
    handlers: [
      handleEach(listContacts, async ({ caller }) => {
        callers.read.push(caller);
        return { json: '{"data":[],"next":null}' };
      }),
      handleWrite(eraseContact, async ({ caller }) => {
        callers.write.push(caller);
        return { error: new DebriefError(CONTACT_NOT_FOUND) };
      }),
      handleEach(recordKeyUse, async ({ input }) => {
        reported.push(input);
        return { ok: null };
      }),
    ],
  });
  const paths = { GET: '/contacts', DELETE: '/contacts/external_contact_id:lead-1' };
  const ask = async (method: 'GET' | 'DELETE', more: Record<string, string> = {}) =>
    (
      await fetch(`${gateway.base}/api/v1${paths[method]}`, {
        method,
        headers: { 'x-api-key': gateway.key, ...more },
      })
    ).status;
  return { gateway, callers, reported, ask };
}

t.test(
  'writing requests carry the key and the address they came from, and reading ones neither',
  async (t) => {
    const { gateway, callers, ask } = await observedGateway();
    t.equal(await ask('GET'), 200);
    t.equal(await ask('DELETE', { 'x-forwarded-for': '203.0.113.7' }), 404);
    t.equal(callers.read[0]?.actor, undefined);
    // Anybody may send that header: it counts behind a proxy that is trusted.
    t.same(callers.write[0]?.actor, { kind: 'key', id: gateway.keyId, from: '127.0.0.1' });
  },
);

t.test('behind a trusted proxy the address is the one that the proxy says', async (t) => {
  const { callers, ask } = await observedGateway({ TRUSTED_PROXIES: '127.0.0.1' });
  await ask('DELETE', { 'x-forwarded-for': '203.0.113.7' });
  t.equal(callers.write[0]?.actor?.from, '203.0.113.7');
});

t.test(
  'every request with a valid key counts, and is reported at the latest when the gateway stops',
  async (t) => {
    const { gateway, reported, ask } = await observedGateway();
    const startedAt = Date.now();
    for (const method of ['GET', 'GET', 'DELETE'] as const) await ask(method);
    t.equal(await ask('GET', { 'x-api-key': `${gateway.key.slice(0, -1)}_` }), 401);
    await gateway.close();
    t.same([...new Set(reported.map(({ key_id }) => key_id))], [gateway.keyId]);
    t.equal(
      reported.reduce((sum, { uses }) => sum + uses, 0),
      3,
    );
    for (const { used_at } of reported)
      t.ok(Date.parse(used_at) >= startedAt && Date.parse(used_at) <= Date.now());
  },
);
