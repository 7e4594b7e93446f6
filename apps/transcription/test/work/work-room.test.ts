import { readdir } from 'node:fs/promises';
import { failure } from '@debrief/contracts/failures';
import t from 'tap';
import { diskOf, WorkRoom } from '../../src/work/work-room.ts';
import { until } from '../fixtures/until.ts';
import { pipeline } from '../fixtures/worker.ts';

/** A room with a disk whose free bytes the test sets, and recordings that write until they end or give way. */
function scene(freeBytes?: number) {
  const disk = { free: 1000, size: 10_000 };
  const room = new WorkRoom({ measure: async () => disk, freeBytes, checkMs: 10 });
  const gaveWay: string[] = [];
  function write(name: string, bytes: number): { ended: Promise<unknown>; end: () => void } {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const body = () => {
      disk.free -= bytes;
      return promise.finally(() => {
        disk.free += bytes;
      });
    };
    const ended = room.write((reason) => {
      gaveWay.push(name);
      // As long as it takes to remove what it has written.
      setTimeout(() => reject(reason), 30);
    }, body);
    return { ended: ended.catch((error: unknown) => error), end: resolve };
  }
  return { disk, gaveWay, write };
}

t.test('those that began last give way until enough is free, and the first ends', async (t) => {
  const { gaveWay, write } = scene(500);
  const recordings = ['first', 'second', 'third'].map((name) => write(name, 400));
  const [first, second, third] = recordings;
  t.match(await third?.ended, { failure: failure('disk_full') });
  t.match(await second?.ended, { failure: failure('disk_full') });
  t.same(gaveWay, ['third', 'second']);
  first?.end();
  t.equal(await first?.ended, undefined);
});

t.test('nobody begins while too little is free', async (t) => {
  const { disk, gaveWay, write } = scene(500);
  disk.free = 499;
  t.match(await write('one', 1).ended, { failure: failure('disk_full') });
  disk.free = 500;
  const two = write('two', 0);
  two.end();
  t.equal(await two.ended, undefined);
  t.same(gaveWay, []);
});

t.test('a twentieth of the disk stays free when nothing is set', async (t) => {
  const { disk, write } = scene();
  disk.free = 501;
  const one = write('one', 1);
  disk.free = 499;
  t.match(await write('two', 1).ended, { failure: failure('disk_full') });
  one.end();
  await one.ended;
});

t.test('the disk of a folder can be measured', async (t) => {
  const { free, size } = await diskOf(t.testdir({}));
  t.ok(free > 0 && free < size);
});

t.test('a recording is not downloaded while the disk is short of room', async (t) => {
  let downloads = 0;
  const host = () => {
    downloads += 1;
  };
  const {
    ingest,
    host: { origin },
    workDir,
  } = await pipeline(t, host, { env: { WORK_FREE_BYTES: '99999999999999' } });
  const [row] = await ingest.submit({ url: origin });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'wait', error: failure('disk_full') }]);
  await until(async () => (await readdir(workDir)).length === 0);
  t.equal(downloads, 0);
});
