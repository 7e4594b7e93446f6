import { failure } from '@debrief/contracts/failures';
import t from 'tap';
import { classifyFailure } from '../../src/download/classify-failure.ts';
import { RecordingFailure } from '../../src/recording-failure.ts';
import { TransientFailure } from '../../src/transient-failure.ts';

function systemError(code: string, more: object = {}): Error {
  return Object.assign(new Error(`${code} 10.0.0.1 /var/spool`), { code, ...more });
}

t.test('network errors are described without address or path', async (t) => {
  for (const [code, detail] of Object.entries({
    ENOTFOUND: 'host name not found',
    EAI_AGAIN: 'host name could not be resolved',
    ECONNREFUSED: 'connection refused',
    ECONNRESET: 'connection lost',
    ENETUNREACH: 'host unreachable',
    CERT_HAS_EXPIRED: 'certificate not valid',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate not valid',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate not valid',
    ERR_TLS_CERT_ALTNAME_INVALID: 'certificate not valid',
    ERR_SSL_WRONG_VERSION_NUMBER: 'TLS handshake failed',
  })) {
    const error = systemError(code);
    const classified = classifyFailure(error) as TransientFailure;
    t.ok(classified instanceof TransientFailure, code);
    t.same(classified.failure, failure('download_failed', detail));
    t.equal(classified.cause, error);
  }
  t.same(
    (classifyFailure(systemError('ESOMETHING')) as TransientFailure).failure,
    failure('download_failed'),
  );
  t.same(
    (classifyFailure(systemError('ETIMEDOUT')) as TransientFailure).failure,
    failure('download_timed_out'),
  );
});

t.test(
  'a full disk has its own code, and other faults of this machine are not blamed on the host',
  async (t) => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      const classified = classifyFailure(systemError(code, { path: '/var/spool/x' }));
      t.match(classified, { failure: failure('disk_full') });
    }
    const denied = systemError('EACCES', { path: '/var/spool/x' });
    t.equal(classifyFailure(denied), denied);
    const bug = new TypeError('x is not a function');
    t.equal(classifyFailure(bug), bug);
    t.equal(classifyFailure('text'), 'text');
  },
);

t.test('what was judged before stays', async (t) => {
  const permanent = new RecordingFailure(failure('download_too_large'));
  t.equal(classifyFailure(permanent), permanent);
});
