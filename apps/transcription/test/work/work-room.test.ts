import { readdir } from 'node:fs/promises';
import { failure } from '@debrief/contracts/failures';
import t from 'tap';
import { diskOf, sizeOf, WorkRoom } from '../../src/work/work-room.ts';
import { until } from '../fixtures/until.ts';
import { pipeline } from '../fixtures/worker.ts';

/** A room with a disk whose free bytes the test sets, and recordings that write until they end or give way. */
function scene(freeBytes?: number) {
  const disk = { free: 1000, size: 10_000 };
  const sizes = new Map<string, number>();
  const sizeOf = async (folder: string) => sizes.get(folder) ?? 0;
  const room = new WorkRoom({ measure: async () => disk, sizeOf, freeBytes, checkMs: 10 });
  const gaveWay: string[] = [];
  function write(name: string, bytes: number): { ended: Promise<unknown>; end: () => void } {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const body = () => {
      disk.free -= bytes;
      sizes.set(name, bytes);
      return promise.finally(() => {
        disk.free += bytes;
      });
    };
    const ended = room.write(
      name,
      (reason) => {
        gaveWay.push(name);
        // As long as it takes to remove what it has written.
        setTimeout(() => reject(reason), 30);
      },
      body,
    );
    return { ended: ended.catch((error: unknown) => error), end: resolve };
  }
  return { disk, gaveWay, write };
}

t.test('the largest give way until enough is free, and the smallest ends', async (t) => {
  const { gaveWay, write } = scene(500);
  const [large, small, larger] = [write('large', 400), write('small', 300), write('larger', 500)];
  t.match(await larger.ended, { failure: failure('disk_full') });
  t.match(await large.ended, { failure: failure('disk_full') });
  t.same(gaveWay, ['larger', 'large']);
  small.end();
  t.equal(await small.ended, undefined);
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

t.test('a folder and its disk can be measured', async (t) => {
  const folder = t.testdir({ one: '1234', two: '56' });
  t.equal(await sizeOf(folder), 6);
  const { free, size } = await diskOf(folder);
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
