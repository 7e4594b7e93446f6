import { failure } from '@debrief/contracts/failures';
import { PermanentError } from '@debrief/messaging/consume';
import t from 'tap';
import { RecordingFailure } from '../../src/recording-failure.ts';
import { TransientFailure } from '../../src/transient-failure.ts';
import { failureOfTry } from '../../src/work/failure-of-try.ts';

const first = { delivery: 1, isLast: false };
const last = { delivery: 6, isLast: true };

t.test('a permanent failure ends the recording at the first try', async (t) => {
  t.same(failureOfTry(new RecordingFailure(failure('download_denied')), first), failure('download_denied'));
});

t.test('a failure that may pass ends the recording at the last try only', async (t) => {
  const error = new TransientFailure(failure('download_failed', 'HTTP 503'));
  t.equal(failureOfTry(error, first), null);
  t.equal(failureOfTry(error, { delivery: 5, isLast: false }), null);
  t.same(failureOfTry(error, last), failure('download_failed', 'HTTP 503'));
});

t.test('a failure with fewer tries ends the recording after those', async (t) => {
  const error = new TransientFailure(failure('download_failed'), { maxTries: 3 });
  t.equal(failureOfTry(error, { delivery: 2, isLast: false }), null);
  t.same(failureOfTry(error, { delivery: 3, isLast: false }), failure('download_failed'));
});

t.test('an unexpected error becomes internal at the last try, a full disk disk_full', async (t) => {
  t.equal(failureOfTry(new TypeError('secret'), first), null);
  t.same(failureOfTry(new TypeError('secret'), last), failure('internal'));
  t.same(failureOfTry('text', last), failure('internal'));
  t.same(failureOfTry(undefined, last), failure('internal'));
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  t.equal(failureOfTry(full, first), null);
  t.same(failureOfTry(full, last), failure('disk_full'));
});

t.test('a transcript that can never be published is not made again', async (t) => {
  t.same(failureOfTry(new PermanentError('too large'), first), failure('internal'));
});
