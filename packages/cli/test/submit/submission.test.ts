import t from 'tap';
import { peopleOf, recordingId, timeOf } from '../../src/submit/submission.ts';

const names = { agent: 'Maria Lopez', contact: 'John Miller' };
const described = { category: 'sales' };

t.test('a time is a day or an instant that is not to come', (t) => {
  t.strictSame(timeOf({ ...described }), {});
  t.strictSame(timeOf({ ...described, occurredAt: '2026-11-20' }), {
    occurred_at: '2026-11-20T10:00:00.000Z',
  });
  const instant = '2026-11-20T15:00:00+01:00';
  t.strictSame(timeOf({ ...described, occurredAt: instant }), { occurred_at: instant });
  t.throws(
    () => timeOf({ ...described, occurredAt: 'yesterday' }),
    /--occurred-at: "yesterday" is neither a day/,
  );
  t.throws(
    () => timeOf({ ...described, occurredAt: '2999-01-01' }),
    /--occurred-at: it must not be more than a day in/,
  );
  t.throws(() => timeOf({ ...described, timeZone: 'Mars' }), /--time-zone must be/);
  t.end();
});

t.test('the same names are the same people, in any case', (t) => {
  const [one, other] = [names, { agent: 'maria lopez', contact: 'JOHN MILLER' }].map((each) =>
    peopleOf(each, described),
  );
  t.equal(one?.external_user_id, other?.external_user_id);
  t.equal(one?.user_email, other?.user_email);
  t.equal(one?.external_contact_id, other?.external_contact_id);
  t.match(
    peopleOf(names, { ...described, agentId: 'rep:7', contactId: 'lead-1', timeZone: 'Europe/Berlin' }),
    {
      ...{ external_user_id: 'rep:7', external_contact_id: 'lead-1', user_timezone: 'Europe/Berlin' },
      ...{ user_name: 'Maria Lopez', contact_name: 'John Miller' },
    },
  );
  t.end();
});

t.test('a recording is another one by its words, people, category, direction and time', (t) => {
  const ids = [
    recordingId('words', names, described),
    recordingId('other', names, described),
    recordingId('words', { ...names, agent: 'Ada' }, described),
    recordingId('words', names, { category: 'solar' }),
    recordingId('words', names, { ...described, incoming: true }),
    recordingId('words', names, { ...described, occurredAt: '2026-11-20' }),
  ];
  t.equal(new Set(ids).size, ids.length);
  t.equal(recordingId('words', names, { ...described, incoming: false }), ids[0]);
  t.end();
});
