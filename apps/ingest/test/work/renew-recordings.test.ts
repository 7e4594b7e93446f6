import t from 'tap';
import { sweepLeases } from '../../src/work/sweep-recordings.ts';
import { change, rowOf, tenant } from '../fixtures/ingest-database.ts';
import { pass, settings, workDatabase } from '../fixtures/work.ts';

const { db, worker, claimed } = await workDatabase(t);

t.test('progress is shown within the range of its stage and never goes back', async (t) => {
  const { row, recording } = await claimed();
  const shown = async (status: 'DOWNLOADING' | 'TRANSCRIBING', progress: number) => {
    t.equal(await worker.renew(recording, { status, progress }), true);
    const now = await rowOf(db, row);
    return `${now.status} ${now.progress}`;
  };
  t.equal(await shown('DOWNLOADING', 0), 'DOWNLOADING 5');
  t.equal(await shown('DOWNLOADING', 30), 'DOWNLOADING 9');
  const { status_since } = await rowOf(db, row);
  t.equal(await shown('TRANSCRIBING', 0), 'TRANSCRIBING 10');
  t.equal(await shown('TRANSCRIBING', 33.9), 'TRANSCRIBING 33');
  t.equal(await shown('DOWNLOADING', 5), 'TRANSCRIBING 33');
  t.equal(await shown('TRANSCRIBING', 60), 'TRANSCRIBING 60');
  t.ok((await rowOf(db, row)).status_since > status_since);
});

t.test('renewals keep a recording as long as they come, and only its own attempt', async (t) => {
  const { row, recording } = await claimed();
  for (let time = 0; time < 3; time += 1) {
    await pass(db, 80);
    t.equal(await worker.renew(recording), true);
    t.match(await sweepLeases(db, settings), { again: 0, failed: 0 });
  }
  t.equal(await worker.renew({ ...recording, attempt: 2 }), false);
  t.equal(await worker.renew({ ...recording, integration_id: tenant().integration_id }), false);
  await worker.finish(recording);
  t.equal(await worker.renew(recording), false);
  t.match(await rowOf(db, row), { status: 'ANALYZING', progress: 65 });
});

t.test('the deadline follows the length of the audio once it is known', async (t) => {
  const { row, recording } = await claimed({ duration_seconds: 10 });
  const seconds = async () => {
    const { deadline_at, lease_until } = await rowOf(db, row);
    // The lease was just renewed for 90 s.
    return Math.round((Date.parse(deadline_at ?? '') - Date.parse(lease_until ?? '')) / 1000) + 90;
  };
  await worker.renew(recording, { audio_seconds: 100 });
  t.equal(await seconds(), 600 + 600);
  await worker.renew(recording, { audio_seconds: 100 });
  await worker.renew(recording);
  t.equal(await seconds(), 600 + 600, 'once');
  await worker.release(recording, 'wait');
  await pass(db, 60);
  t.equal((await worker.claim())[0]?.deadline_seconds, 600 + 600, 'the next attempt knows it');
});

t.test(
  'a deadline ends a recording that still reports progress, but not one that waits for a place',
  async (t) => {
    const [stuck, patient] = [await claimed({ duration_seconds: 0 }), await claimed({ duration_seconds: 0 })];
    for (let time = 0; time < 8; time += 1) {
      await pass(db, 80);
      await worker.renew(stuck.recording);
      await worker.renew(patient.recording, { paused: true });
    }
    t.match(await sweepLeases(db, settings), { again: 1, failed: 0 });
    t.match(await rowOf(db, stuck.row), { status: 'QUEUED', attempt: 2, failures: 1 });
    t.equal(await worker.renew(stuck.recording), false, 'its worker hears that it is over');
    t.equal(await worker.renew(patient.recording), true);
  },
);

t.test('what it waited for is forgotten once it is worked on, not before', async (t) => {
  const { row, recording } = await claimed();
  const past = '2026-11-20T10:00:00.000000Z';
  await change(db, row, { waits_for: 'engine_unavailable', waiting_since: past });
  await worker.renew(recording, { status: 'DOWNLOADING' });
  await worker.renew(recording, { paused: true });
  t.match(await rowOf(db, row), { waits_for: 'engine_unavailable', waiting_since: past });
  await worker.renew(recording);
  t.match(await rowOf(db, row), { waits_for: null, waiting_since: null });
});
