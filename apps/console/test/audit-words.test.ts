import { operations } from '@debrief/contracts/operations/all';
import t from 'tap';
import { unnamed } from '../src/pages/audit.ts';
import { auditWords, detailsOf } from '../src/pages/audit-words.ts';

t.test('whatever an operator may ask has plain words in the audit trail', async (t) => {
  const recorded = operations.filter(({ unrecorded }) => unrecorded !== true).map(({ subject }) => subject);
  const ofTrails = /audit\.list$/;
  t.strictSame(
    recorded.filter((subject) => auditWords[subject] === undefined && !ofTrails.test(subject)),
    [],
  );
  const known = Object.keys(auditWords).filter((action) =>
    /^(analytics|coaching|directory|ingest)\./.test(action),
  );
  t.strictSame(
    known.filter((subject) => !recorded.includes(subject)),
    [],
    'and nothing else has',
  );
});

t.test('details are told as people say them', async (t) => {
  const told = (details: Record<string, unknown>) => detailsOf({ details });
  t.equal(
    told({ settings: ['text_days'], text_days: 3, text_days_before: null }),
    'days to keep transcripts and coaching: 3, before: none set',
  );
  t.equal(told({ role: 'MEMBER' }), told({ role: 'member' }));
  t.equal(told({ with_recordings: true }), 'with the calls');
  t.equal(told({ with_recordings: false }), '');
  t.equal(told({ change: 'line', segment_index: 0 }), 'what was said; line 1');
  t.equal(told({ user_id: 'some id', is_in: false }), 'taken out');
});

t.test('a recording without a page is called gone only where it was erased', async (t) => {
  t.equal(unnamed('recording.erased', 'call'), 'A call that is gone');
  t.equal(unnamed('transcript.corrected', 'call'), 'A recording that has no page here');
  t.equal(unnamed('ingest.recordings.retry', 'call'), 'A recording that has no page here');
  t.equal(unnamed('user.erased', 'agent'), 'An agent who is gone');
});
