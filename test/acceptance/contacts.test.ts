import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { type FieldRow, fieldRules } from './harness/field-rules.ts';
import { identifierForms } from './harness/identifier-forms.ts';
import { listRules } from './harness/list-rules.ts';
import { searching, searchRules } from './harness/search-rules.ts';
import { newId, repeat, submission, submit, submitAndRead } from './harness/submissions.ts';
import { updateRules } from './harness/update-rules.ts';

const debrief = await sharedDebrief(t);
const [{ api, readOnlyApi }, crowded, empty] = await Promise.all([
  debrief.createIntegration(),
  debrief.createIntegration(),
  debrief.createIntegration(),
]);

const given = {
  contact_name: 'Zoë O’Neill',
  contact_first_name: 'Zoë',
  contact_last_name: 'O’Neill',
  contact_phone: '+1 (415) 555-0142',
  contact_emails: ['zoe@x.example', 'z.oneill@y.example'],
  contact_stage: 'Contacted',
  contact_stage_id: 'stage:7',
  contact_source: 'Web form',
  contact_source_id: 'source:7',
  contact_tags: ['warm', 'second call'],
};

/** A contact of a submission. */
async function make(change: Record<string, unknown> = {}) {
  return (await submitAndRead(api, { ...given, ...change })).contact;
}

const { search, finds, misses } = searching(api, '/contacts');

t.test('the fields of a Contact', async (t) => {
  const before = Date.now();
  const { sent, call, contact } = await submitAndRead(api, given);
  const bare = (await submitAndRead(api)).contact;
  const rows: FieldRow[] = [
    ['external_contact_id', "is the client's id", sent.external_contact_id, bare.external_contact_id],
    ['name', 'is the full name', 'Zoë O’Neill', 'Carl Contact'],
    ['first_name', 'is the first name, null when none was given', 'Zoë', null],
    ['last_name', 'is the last name, null when none was given', 'O’Neill', null],
    ['phone', 'is the number as it was given, null when none was', '+1 (415) 555-0142', null],
    ['emails', 'is a list in the order given, empty when none was', given.contact_emails, []],
    ['stage', 'is the label of the stage, null when none was given', 'Contacted', null],
    ['stage_id', 'is the id of the stage, null when none was given', 'stage:7', null],
    ['source', 'is the label of the source, null when none was given', 'Web form', null],
    ['source_id', 'is the id of the source, null when none was given', 'source:7', null],
    ['tags', 'is a list in the order given, empty when none was', given.contact_tags, []],
  ];
  fieldRules(t, {
    name: 'Contact',
    resource: contact,
    bare,
    rows,
    idOfCall: call.contact_id,
    beforeMs: before,
    count: 13,
  });
});

t.test('phone finds one number in any spelling, on both sides', async (t) => {
  const spellings = [
    '+44 20 7946 0958',
    '+442079460958',
    '0044 (20) 7946-0958',
    '44.20.7946.0958',
    '+44-20-79460958',
  ];
  const contacts = await Promise.all(spellings.map((contact_phone) => make({ contact_phone })));
  for (const contact of contacts) await finds(t, contact, 'phone', spellings);
});

t.test('phone finds a number without its country code in any spelling', async (t) => {
  const contact = await make({ contact_phone: '(415) 555.0177' });
  await finds(t, contact, 'phone', ['4155550177', '415-555-0177', '415 555 0177', ' (415)5550177 ']);
});

t.test('phone finds no other number, no part of one, and no contact without one', async (t) => {
  const contact = await make({ contact_phone: '+1 415 555 0199' });
  const without = await make({ contact_phone: null });
  for (const one of [contact, without]) {
    await misses(t, one, 'phone', ['+1 415 555 0198', '555 0199', '0199', '+', 'none', '+44 20 7946 0000']);
  }
});

t.test('phone finds a number that was changed, by the new one alone', async (t) => {
  const contact = await make({ contact_phone: '+1 415 555 0111' });
  await api.put(`/contacts/${contact.id}`, { phone: '+1 (415) 555-0122' });
  await finds(t, contact, 'phone', ['14155550122']);
  await misses(t, contact, 'phone', ['14155550111']);
});

t.test('email finds any of several e-mails, case aside and only as a whole', async (t) => {
  const mark = newId('m');
  const contact = await make({ contact_emails: [`First.É@${mark}.example`, `second+tag@${mark}.example`] });
  await finds(t, contact, 'email', [
    ...[`first.é@${mark}.example`, `FIRST.É@${mark}.EXAMPLE`, `second+tag@${mark}.example`],
    `SECOND+TAG@${mark}.Example`,
  ]);
  await misses(t, contact, 'email', [
    `second@${mark}.example`,
    `%@${mark}.example`,
    `${mark}.example`,
    'second',
  ]);
});

t.test('email finds e-mails that were changed, and the former ones no more', async (t) => {
  const contact = await make({ contact_emails: [`${newId('old')}@x.example`] });
  const changed = `${newId('new')}@x.example`;
  await api.put(`/contacts/${contact.id}`, { emails: [changed] });
  await finds(t, contact, 'email', [changed.toUpperCase()]);
  await misses(t, contact, 'email', contact.emails);
});

const mark = newId('Unique');

t.test('filters combine: a contact fits all of them', async (t) => {
  const contact = await make({ contact_name: `Combined ${mark}`, contact_emails: [`c@${mark}.example`] });
  const all = { name: 'combined', email: `C@${mark}.example`, phone: '14155550142' };
  t.strictSame(await search({ ...all, external_contact_id: contact.external_contact_id }), [contact.id]);
  for (const [name, wrong] of Object.entries({ name: 'nobody', email: 'a@b.example', phone: '1' })) {
    t.strictSame(await search({ ...all, [name]: wrong }), [], name);
  }
});

searchRules(t, {
  ...{ api, path: '/contacts', external: 'external_contact_id' },
  filters: ['external_contact_id', 'phone', 'email', 'name'],
  make: ({ name = 'Nameless', externalId = newId('external') }) =>
    make({ contact_name: name, external_contact_id: externalId }),
});

const texts = { refused: [1, true, {}, ['text'], 'nul \u0000', 'lone \ud800', 'x'.repeat(513)] };
const lists = {
  type: 'string[]',
  refused: ['text', 1, {}, null, [1], [null], [['nested']], ['lone \ud800']],
};
updateRules(t, {
  ...{ path: '/contacts', external: 'external_contact_id', api, readOnlyApi, make: () => make() },
  fields: [
    {
      name: 'name',
      type: 'string',
      keeping: ['李小龙', 'x'.repeat(512)],
      refused: [...texts.refused, null, ''],
    },
    { ...texts, name: 'first_name', type: 'string', keeping: ['Änne', null] },
    { ...texts, name: 'last_name', type: 'string', keeping: ['Ørsted', null] },
    {
      ...{ ...texts, name: 'phone', type: 'string in any standard format' },
      keeping: ['+49 30 123456', '(030) 123-456', '0049.30.123456', '555 0100 ext. 4', null],
    },
    { ...lists, name: 'emails', keeping: [['only@x.example'], ['b@x.example', 'a@x.example'], []] },
    { ...texts, name: 'stage', type: 'string', keeping: ['Customer', null] },
    { ...texts, name: 'stage_id', type: 'string', keeping: ['stage:8', null] },
    { ...texts, name: 'source', type: 'string', keeping: ['Trade fair', null] },
    { ...texts, name: 'source_id', type: 'string', keeping: ['source:8', null] },
    { ...lists, name: 'tags', keeping: [['won'], ['b', 'a'], []] },
  ],
});

t.test('PUT /contacts leaves external_contact_id as it is', async (t) => {
  const contact = await make();
  const reply = await api.put(`/contacts/${contact.id}`, { external_contact_id: newId('other') });
  t.equal(reply.status, 200);
  t.strictSame(reply.body, contact);
});

t.test('PUT /contacts leaves the stage of earlier calls, and later calls have the new one', async (t) => {
  const { call, sent, contact } = await submitAndRead(api, given);
  await api.put(`/contacts/${contact.id}`, { stage: 'Customer', stage_id: 'stage:9' });
  t.match((await api.get(`/calls/${call.id}`)).body, { stage: 'Contacted', stage_id: 'stage:7' });
  const later = await submitAndRead(api, { external_contact_id: sent.external_contact_id });
  t.match(later.call, { stage: 'Customer', stage_id: 'stage:9' });
});

identifierForms(t, {
  name: 'PUT /contacts/{identifier}',
  prefix: 'external_contact_id',
  make: (external_contact_id) => make({ external_contact_id }),
  reach: (identifier) => api.put(`/contacts/${identifier}`, {}),
  isAbout: (reply, contact) => reply.body.id === contact.id,
});

t.test('the pagination rules hold for GET /contacts', async (t) => {
  await repeat(103, (index) => submit(crowded.api, { contact_name: index % 4 === 0 ? 'Fourth' : 'Other' }));
  listRules(t, {
    path: '/contacts',
    defaultSort: 'asc',
    api: crowded.api,
    emptyApi: empty.api,
    add: async () => (await submitAndRead(crowded.api, submission())).contact.id,
    filters: ['name=fourth', 'name=other'],
  });
});

t.test('the typed client reads and changes contacts', async (t) => {
  const contact = await make();
  const { external_contact_id } = contact;
  const listed = await api.client.GET('/contacts', { params: { query: { external_contact_id, limit: 1 } } });
  t.strictSame(listed.data?.data, [contact]);
  const params = { path: { identifier: `external_contact_id:${external_contact_id}` } };
  const changed = await api.client.PUT('/contacts/{identifier}', { params, body: { tags: ['won'] } });
  t.strictSame(changed.data, { ...contact, tags: ['won'] });
});
