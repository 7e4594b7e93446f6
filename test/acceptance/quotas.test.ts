import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { isError } from './harness/error-shape.ts';
import { newId, submission } from './harness/submissions.ts';

const debrief = await sharedDebrief(t);

/** As an operator types it; the gateways hear of it within a second. */
async function update(id: string, ...options: string[]) {
  return debrief.cli<Record<string, unknown>>('integrations', 'update', id, ...options);
}

t.test('submissions above a quota get 429 until it is raised, and change nothing', async (t) => {
  const { id, api } = await debrief.createIntegration({ quotas: { submissions_per_day: 2 } });
  const first = submission();
  t.equal((await api.post('/calls', first)).status, 202);
  t.equal((await api.post('/calls', submission())).status, 202);
  const refused = submission({ external_contact_id: newId('contact') });
  const reply = await api.post('/calls', refused);
  isError(t, reply, 429);
  t.match(reply.body.message, /quota of this integration is used up: 2 recordings a day/);
  const seconds = Number(reply.headers.get('retry-after'));
  t.ok(seconds > 0 && seconds <= 86_400, `Retry-After: ${seconds}`);
  t.equal((await api.post('/calls', first)).status, 202, 'a known recording is answered as before');
  const { body } = await api.get(`/contacts?external_contact_id=${refused.external_contact_id}`);
  t.strictSame(body.data, [], 'its contact was not created');

  t.match(await update(id, '--quota', 'submissions-per-day=none'), { quotas: { submissions_per_day: null } });
  for (;;) {
    const { status } = await api.post('/calls', refused);
    if (status === 202) break;
    t.equal(status, 429);
  }
});

t.test('invitations above the e-mails of a day get 429', async (t) => {
  const { api } = await debrief.createIntegration({ quotas: { emails_per_day: 1 } });
  const agent = submission();
  t.equal((await api.post('/calls', agent)).status, 202);
  const invite = (name: string) => {
    const invited = { email: `${newId(name)}@acme.example`, external_user_id: newId(name) };
    return api.post('/invitations', { ...invited, invited_by_email: agent.user_email });
  };
  t.equal((await invite('a')).status, 201);
  isError(t, await invite('b'), 429);
});

t.test('a private store is refused to all but the integration that it is allowed for', async (t) => {
  const { id, api } = await debrief.createIntegration();
  const { api: other } = await debrief.createIntegration();
  const from = () => submission({ recording_url: 'http://10.255.255.1:9000/call.mp3' });
  const before = await api.post('/calls', from());
  isError(t, before, 400);
  t.match(before.body.message[0], /recording_url .*integrations update/);
  t.match(await update(id, '--allow-download', '10.255.255.1:9000'), {
    allowed_hosts: ['10.255.255.1:9000'],
  });
  for (;;) {
    const { status } = await api.post('/calls', from());
    if (status === 202) break;
    t.equal(status, 400);
  }
  t.equal((await other.post('/calls', from())).status, 400);
});
