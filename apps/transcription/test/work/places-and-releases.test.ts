import { failure } from '@debrief/contracts/failures';
import t from 'tap';
import { RecordingFailure } from '../../src/recording-failure.ts';
import { TransientFailure } from '../../src/transient-failure.ts';
import { EnginePlaces, type PlaceRequest } from '../../src/work/engine-places.ts';
import { OutOfTime } from '../../src/work/lease.ts';
import { releaseOf } from '../../src/work/release-of.ts';
import { WorkFolderLost } from '../../src/work/work-folder.ts';

const never = new AbortController().signal;
const request = (integrationId: string, queuedAt = '2026-11-20T10:00:00.000Z'): PlaceRequest => ({
  integrationId,
  queuedAt,
});

/** Asks for places in the order given, and gives each back before the next is looked at. */
async function orderOf(places: EnginePlaces, requests: readonly PlaceRequest[]): Promise<string[]> {
  const order: string[] = [];
  const blocker = await places.take(request('blocker'), never);
  const all = requests.map(async (one) => {
    using _place = await places.take(one, never);
    order.push(one.integrationId);
  });
  blocker[Symbol.dispose]();
  await Promise.all(all);
  return order;
}

t.test('two integrations are served alternately, however much one of them asks for', async (t) => {
  const requests = [...Array(10).fill(request('many')), request('few'), request('few')];
  const order = await orderOf(new EnginePlaces(1), requests);
  t.same(order.slice(0, 5), ['many', 'few', 'many', 'few', 'many']);
});

t.test('one that comes to nineteen that have been served is next', async (t) => {
  const places = new EnginePlaces(1);
  const long = Array.from({ length: 19 }, (_, index) => request(`long ${index}`));
  await orderOf(places, long);
  const late = request('late', '2026-11-20T11:00:00.000Z');
  const order = await orderOf(places, [...long, ...long, late]);
  t.equal(order[0], 'late');
  t.equal(new Set(order.slice(0, 20)).size, 20, 'each has one before any has two');
});

t.test('the integration with the least running is next', async (t) => {
  const places = new EnginePlaces(2);
  await places.take(request('busy'), never);
  const second = await places.take(request('other'), never);
  const given: string[] = [];
  for (const name of ['busy', 'other']) void places.take(request(name), never).then(() => given.push(name));
  second[Symbol.dispose]();
  await new Promise(setImmediate);
  t.same(given, ['other']);
});

t.test('an integration that has none finds a place beyond the count, as far as there are such', async (t) => {
  const places = new EnginePlaces(2, { extra: 2 });
  const given: string[] = [];
  const take = async (name: string) => {
    const place = await places.take(request(name), never);
    given.push(name);
    return place;
  };
  const [first] = await Promise.all([take('many'), take('many')]);
  const third = take('many');
  await Promise.all([take('one'), take('two')]);
  const late = take('three');
  await new Promise(setImmediate);
  t.same(given, ['many', 'many', 'one', 'two']);
  first[Symbol.dispose]();
  await late;
  t.same(given.slice(4), ['three'], 'who waits for a second place waits until one of the count is free');
  void third;
});

t.test('within an integration the oldest recording is first, also before its own next window', async (t) => {
  const places = new EnginePlaces(1);
  const order: string[] = [];
  const windows = async (queuedAt: string) => {
    for (let window = 0; window < 3; window += 1) {
      using _place = await places.take(request('a', queuedAt), never);
      order.push(queuedAt);
      await new Promise(setImmediate);
    }
  };
  await Promise.all([windows('2026-11-20T10:00:00.000Z'), windows('2026-11-20T09:00:00.000Z')]);
  t.same(order.slice(1, 4), Array(3).fill('2026-11-20T09:00:00.000Z'));
});

t.test('an aborted request leaves the queue, and takes no place', async (t) => {
  const places = new EnginePlaces(1);
  const place = await places.take(request('a'), never);
  const stop = new AbortController();
  const waiting = places.take(request('b'), stop.signal);
  stop.abort(new Error('closing'));
  await t.rejects(waiting, { message: 'closing' });
  await t.rejects(places.take(request('b'), stop.signal), { message: 'closing' });
  place[Symbol.dispose]();
  (await places.take(request('c'), never))[Symbol.dispose]();
});

t.test('what is to run alone waits until nothing else runs, and nothing begins beside it', async (t) => {
  const places = new EnginePlaces(2, { aloneAfterMs: 0 });
  const given: string[] = [];
  const take = (name: string, alone = false) =>
    places.take({ ...request(name), alone }, never).then((place) => {
      given.push(name);
      return place;
    });
  const looked = () => new Promise((resolve) => setTimeout(resolve, 5));
  const first = await take('first');
  const [alone, after] = [take('alone', true), take('after')];
  await looked();
  t.same(given, ['first'], 'a place is free, and nobody has it');
  first[Symbol.dispose]();
  const single = await alone;
  await looked();
  t.same(given, ['first', 'alone']);
  single[Symbol.dispose]();
  await after;
  t.same(given, ['first', 'alone', 'after']);
});

t.test('one that is to run alone and gives up keeps nobody back', async (t) => {
  const places = new EnginePlaces(2, { aloneAfterMs: 0 });
  await places.take(request('first'), never);
  const stop = new AbortController();
  const alone = places.take({ ...request('alone'), alone: true }, stop.signal);
  const after = places.take(request('after'), never);
  stop.abort(new Error('closing'));
  await t.rejects(alone, { message: 'closing' });
  (await after)[Symbol.dispose]();
});

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
    [new TransientFailure(failure('upload_unreadable')), 'upload_unreadable'],
    [systemError('ENOSPC'), 'disk_full'],
    [systemError('EDQUOT'), 'disk_full'],
    [systemError('ENOENT', 'spawn ffmpeg'), 'engine_unavailable'],
    [systemError('EACCES', 'mkdtemp'), 'internal'],
    [systemError('EMFILE'), 'internal'],
    [new WorkFolderLost('the work folder was deleted'), 'internal'],
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
