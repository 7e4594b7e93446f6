import type { getCall as operation } from '@debrief/contracts/operations/ingest';
import { Call } from '@debrief/contracts/resources/call';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { getCall } from '../../src/calls/get-call.ts';
import { ask, change, ingestDatabase, submitted, tenant } from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
const get = getCall(db);
type Op = typeof operation;

t.test(
  'answers a call by each form of identifier, in the order and with the fields of the contract',
  async (t) => {
    const caller = tenant();
    const row = await submitted(db, caller, {
      from_number: '+1 555 0100',
      incoming: false,
      recording_id: 'a:b/c',
    });
    await change(db, row, { created_date: '2026-11-20T10:00:00.123999Z' });
    const body = {
      id: row.id,
      type: 'call',
      created_date: '2026-11-20T10:00:00.123Z',
      duration: 61.5,
      external_user_id: 'agent-7',
      user_id: row.user_id,
      external_contact_id: 'lead-3',
      contact_id: row.contact_id,
      from_number: '+1 555 0100',
      to_number: null,
      incoming: false,
      source: 'Dialer',
      source_id: 'dialer',
      stage: 'Prospect',
      stage_id: 'stage-1',
      external_recording_id: 'a:b/c',
    };
    const answers = await ask<Op>(get, [
      { caller, input: { kind: 'call', by: 'id', value: row.id } },
      { caller, input: { kind: 'call', by: 'call_event_id', value: row.call_event_id } },
      { caller, input: { kind: 'call', by: 'external_recording_id', value: 'a:b/c' } },
    ]);
    t.same(answers, [body, body, body]);
    t.same(Object.keys(answers[0] as object), Object.keys(Call.properties));
    t.ok(Value.Check(Call, answers[0]));
  },
);

t.test('one batch mixes tenants, and none reads what is another tenant’s', async (t) => {
  const [mine, other] = [tenant(), tenant()];
  const [myRow, otherRow] = [
    await submitted(db, mine, { recording_id: 'same' }),
    await submitted(db, other, { recording_id: 'same' }),
  ];
  const answers = await ask<Op>(get, [
    { caller: mine, input: { kind: 'call', by: 'id', value: otherRow.id } },
    { caller: other, input: { kind: 'call', by: 'external_recording_id', value: 'same' } },
    { caller: mine, input: { kind: 'call', by: 'external_recording_id', value: 'same' } },
    { caller: mine, input: { kind: 'call', by: 'call_event_id', value: otherRow.call_event_id } },
  ]);
  t.same(
    answers.map((answer) => (typeof answer === 'string' ? answer : answer.id)),
    ['CALL_NOT_FOUND', otherRow.id, myRow.id, 'CALL_NOT_FOUND'],
  );
});

t.test('an item that does not exist fails alone', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller);
  const answers = await ask<Op>(get, [
    { caller, input: { kind: 'call', by: 'id', value: '0190d7e0-0000-7000-8000-000000000000' } },
    { caller, input: { kind: 'call', by: 'id', value: 'not a uuid' } },
    { caller, input: { kind: 'call', by: 'id', value: row.id } },
    { caller, input: { kind: 'call', by: 'external_recording_id', value: row.id } },
    { caller, input: { kind: 'call', by: 'call_event_id', value: row.id } },
  ]);
  t.equal(answers.filter((answer) => answer === 'CALL_NOT_FOUND').length, 4);
  t.match(answers[2], { id: row.id });
});

t.test('a roleplay is not a call and a call is not a roleplay', async (t) => {
  const caller = tenant();
  const call = await submitted(db, caller);
  const roleplay = await submitted(db, caller, { kind: 'roleplay' });
  const answers = await ask<Op>(get, [
    { caller, input: { kind: 'roleplay', by: 'id', value: call.id } },
    { caller, input: { kind: 'call', by: 'id', value: roleplay.id } },
    { caller, input: { kind: 'roleplay', by: 'call_event_id', value: roleplay.call_event_id } },
  ]);
  t.same(answers.slice(0, 2), ['ROLEPLAY_NOT_FOUND', 'CALL_NOT_FOUND']);
  t.match(answers[2], { id: roleplay.id, type: 'roleplay', duration: 61.5, external_user_id: 'agent-7' });
  t.same(Object.keys(answers[2] as object), [
    'id',
    'type',
    'created_date',
    'duration',
    'user_id',
    'external_user_id',
    'contact_id',
    'external_contact_id',
  ]);
});
