import { gzipSync } from 'node:zlib';
import t from 'tap';
import { download, failedDownload } from '../fixtures/download.ts';
import { isPermanent, isTransient } from '../fixtures/failures.ts';
import { httpHost, rawHost } from '../fixtures/recording-host.ts';

t.test('a body of another length than announced is not taken', async (t) => {
  const shorter = await rawHost(t, (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nRIFF'),
  );
  isTransient(t, await failedDownload(t, shorter.origin), 'download_failed', 'connection lost');
  const longer = await rawHost(t, (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n${'x'.repeat(500)}`);
  });
  isTransient(t, await failedDownload(t, longer.origin), 'download_failed', 'wrong length');
  const muchLonger = await rawHost(t, (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n${'x'.repeat(200_000)}`);
  });
  isTransient(t, await failedDownload(t, muchLonger.origin), 'download_failed', 'wrong length');
  const both = await rawHost(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nRIFF');
  });
  isTransient(t, await failedDownload(t, both.origin), 'download_failed');
});

t.test('a silent host is left after the idle limit, before and in its answer', async (t) => {
  const limits = { idleTimeoutMs: 200, timeoutMs: 60_000 };
  const silent = await rawHost(t, () => {});
  isTransient(t, await failedDownload(t, silent.origin, { limits }), 'download_timed_out');
  const stalled = await rawHost(t, (socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nRIFF'),
  );
  isTransient(t, await failedDownload(t, stalled.origin, { limits }), 'download_timed_out');
});

t.test('a host that drips is left after the overall limit, in its headers and in its body', async (t) => {
  const limits = { idleTimeoutMs: 5_000, timeoutMs: 600 };
  const drip = async (start: string) => {
    const host = await rawHost(t, (socket) => {
      socket.write(start);
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    return failedDownload(t, host.origin, { limits });
  };
  isTransient(t, await drip('HTTP/1.1 200 OK\r\nx-slow: '), 'download_timed_out');
  isTransient(t, await drip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'), 'download_timed_out');
});

t.test('a host below the least throughput is left, and one above it is not', async (t) => {
  const host = await httpHost(t, (request, response) => {
    const [count, bytes] = request.url === '/slow' ? [1000, 20] : [40, 2000];
    let left = count;
    const timer = setInterval(() => {
      response.write(Buffer.alloc(bytes));
      left -= 1;
      if (left === 0) response.end();
    }, 20);
    response.on('close', () => clearInterval(timer));
  });
  const stretchOf = (stretchMs: number) => ({ limits: { minBytesPerSecond: 10_000, stretchMs } });
  isTransient(
    t,
    await failedDownload(t, `${host.origin}/slow`, stretchOf(150)),
    'download_timed_out',
    'too slow',
  );
  // A busy machine sends for a moment nothing either.
  t.equal((await download(t, `${host.origin}/fast`, stretchOf(600))).bytes, 80_000);
});

t.test('redirects share the overall limit', async (t) => {
  const host = await httpHost(t, (_request, response) => {
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150);
  });
  const limits = { timeoutMs: 400 };
  isTransient(t, await failedDownload(t, host.origin, { limits }), 'download_timed_out');
});

t.test('a recording over the limit is refused, announced or not', async (t) => {
  const limits = { maxBytes: 1000 };
  let sent = 0;
  const host = await httpHost(t, (request, response) => {
    if (request.url === '/announced') {
      response.writeHead(200, { 'content-length': '1001' }).flushHeaders();
      return;
    }
    const timer = setInterval(() => {
      sent += 400;
      response.write(Buffer.alloc(400));
    }, 5);
    response.on('close', () => clearInterval(timer));
  });
  isPermanent(t, await failedDownload(t, `${host.origin}/announced`, { limits }), 'download_too_large');
  isPermanent(t, await failedDownload(t, `${host.origin}/endless`, { limits }), 'download_too_large');
  t.ok(sent < 100_000, 'nobody reads on past the limit');
  const exact = await httpHost(t, (_request, response) => response.end(Buffer.alloc(1000)));
  t.equal((await download(t, exact.origin, { limits })).bytes, 1000);
});

t.test('a compressed answer is never inflated', async (t) => {
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  for (const encoding of ['gzip', 'br', 'deflate, gzip', 'GZIP']) {
    const host = await httpHost(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    });
    isPermanent(t, await failedDownload(t, host.origin), 'download_failed', 'the answer is compressed');
  }
  const host = await httpHost(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'identity' }).end('audio');
  });
  t.equal((await download(t, host.origin)).bytes, 5);
});

t.test('no room on the disk may pass', async (t) => {
  const host = await httpHost(t, (_request, response) => response.end('audio'));
  isTransient(t, await failedDownload(t, host.origin, { file: '/dev/full' }), 'disk_full');
});

t.test('an abort ends the download at once with its own reason', async (t) => {
  const host = await rawHost(t, (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nRIFF'));
  for (const reason of [undefined, new Error('stopping')]) {
    for (const delayMs of [0, 50]) {
      const stop = new AbortController();
      setTimeout(() => stop.abort(reason), delayMs);
      const error = await failedDownload(t, host.origin, { signal: stop.signal });
      t.equal(error, stop.signal.reason);
    }
    const { reason: given } = AbortSignal.abort(reason);
    t.equal(await failedDownload(t, host.origin, { signal: AbortSignal.abort(given) }), given);
  }
});
