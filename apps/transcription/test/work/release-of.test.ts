import { failure } from '@debrief/contracts/failures';
import t from 'tap';
import { RecordingFailure } from '../../src/recording-failure.ts';
import { TransientFailure } from '../../src/transient-failure.ts';
import { OutOfTime } from '../../src/work/lease.ts';
import { releaseOf } from '../../src/work/release-of.ts';

const systemError = (code: string, syscall = 'open') =>
  Object.assign(new Error(`${code}: /srv/private`), { code, syscall });

t.test('a fault of the recording fails it, one that may pass is tried again', async (t) => {
  t.same(releaseOf(new RecordingFailure(failure('download_denied'))), {
    outcome: 'failed',
    error: failure('download_denied'),
    retry_after_seconds: null,
    detail: null,
  });
  const cause = systemError('ECONNRESET');
  t.same(
    releaseOf(
      new TransientFailure(failure('download_failed', 'connection lost'), { cause, retryAfterSeconds: 7 }),
    ),
    {
      outcome: 'retry',
      error: failure('download_failed', 'connection lost'),
      retry_after_seconds: 7,
      detail: 'ECONNRESET',
    },
  );
  t.match(releaseOf(new OutOfTime('there was no progress')), {
    outcome: 'retry',
    error: failure('timed_out'),
    detail: 'there was no progress',
  });
});

t.test('what this machine lacks is waited for', async (t) => {
  for (const [error, code] of [
    [new TransientFailure(failure('engine_unavailable')), 'engine_unavailable'],
    [new TransientFailure(failure('disk_full')), 'disk_full'],
    [systemError('ENOSPC'), 'disk_full'],
    [systemError('EDQUOT'), 'disk_full'],
    [systemError('ENOENT', 'spawn ffmpeg'), 'engine_unavailable'],
    [systemError('EACCES', 'mkdtemp'), 'internal'],
    [systemError('EMFILE'), 'internal'],
  ] as const) {
    t.match(releaseOf(error), { outcome: 'wait', error: { code } }, String(error));
  }
});

t.test('an unexpected error is internal, and exposes nothing private', async (t) => {
  for (const error of [new TypeError('secret /srv/models'), 'text', undefined, null, systemError('ENOENT')]) {
    const release = releaseOf(error);
    t.match(release, { outcome: 'retry', error: failure('internal') });
    t.notMatch(JSON.stringify(release), /srv|secret/);
  }
});
