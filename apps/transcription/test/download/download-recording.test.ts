import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import t from 'tap';
import type { TransientFailure } from '../../src/transient-failure.ts';
import { download, failedDownload } from '../fixtures/download.ts';
import { isPermanent, isTransient } from '../fixtures/failures.ts';
import { closedPort, httpHost, rawHost } from '../fixtures/recording-host.ts';

t.test('a recording arrives byte for byte in a file of this user only', async (t) => {
  const recording = randomBytes(300_000);
  const seen: Record<string, unknown> = {};
  const host = await httpHost(t, (request, response) => {
    Object.assign(seen, {
      url: request.url,
      encoding: request.headers['accept-encoding'],
      host: request.headers.host,
    });
    response.end(recording);
  });
  const { file, bytes } = await download(t, `${host.origin}/calls/1.wav?token=a%20b#part`);
  t.equal(bytes, recording.length);
  t.ok((await readFile(file)).equals(recording));
  t.equal((await stat(file)).mode & 0o777, 0o600);
  t.same(seen, { url: '/calls/1.wav?token=a%20b', encoding: 'identity', host: `127.0.0.1:${host.port}` });
});

t.test('an empty recording is left to the reader', async (t) => {
  const host = await httpHost(t, (_request, response) => response.end());
  const { file, bytes } = await download(t, host.origin);
  t.equal(bytes, 0);
  t.equal((await stat(file)).size, 0);
});

t.test('what the host says decides whether to try again', async (t) => {
  const host = await httpHost(t, (request, response) => {
    response
      .writeHead(Number(request.url?.slice(1)), { 'content-type': 'text/plain' })
      .end('no recording here');
  });
  const answer = (status: number) => failedDownload(t, `${host.origin}/${status}`);
  for (const status of [404, 410]) {
    isPermanent(t, await answer(status), 'download_not_found', `HTTP ${status}`);
  }
  for (const status of [401, 403]) isPermanent(t, await answer(status), 'download_denied', `HTTP ${status}`);
  for (const status of [300, 304, 400, 405, 407, 416, 451]) {
    isPermanent(t, await answer(status), 'download_failed', `HTTP ${status}`);
  }
  for (const status of [202, 204, 206, 408, 425, 429, 500, 502, 503, 504]) {
    isTransient(t, await answer(status), 'download_failed', `HTTP ${status}`);
  }
});

t.test('a host that is busy says for how long', async (t) => {
  const host = await httpHost(t, (request, response) => {
    const retryAfter = decodeURIComponent(request.url?.slice(1) ?? '');
    response.writeHead(429, retryAfter === '' ? {} : { 'retry-after': retryAfter }).end();
  });
  const asked = async (retryAfter: string) => {
    const failed = await failedDownload(t, `${host.origin}/${encodeURIComponent(retryAfter)}`);
    return (failed as TransientFailure).retryAfterSeconds;
  };
  t.equal(await asked('120'), 120);
  const later = await asked(new Date(Date.now() + 3_600_000).toUTCString());
  t.ok(later !== null && later > 3_500 && later <= 3_600);
  t.equal(await asked('Wed, 21 Oct 2015 07:28:00 GMT'), 0);
  for (const said of ['', 'soon']) t.equal(await asked(said), null);
});

t.test('redirects of every kind are followed, five of them', async (t) => {
  const host = await httpHost(t, (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('audio');
    else response.writeHead([301, 302, 303, 307, 308][left % 5] ?? 302, { location: `/${left - 1}` }).end();
  });
  t.equal((await download(t, `${host.origin}/5`)).bytes, 5);
  isPermanent(t, await failedDownload(t, `${host.origin}/6`), 'download_failed', 'too many redirects');
});

t.test('a redirect loop ends', async (t) => {
  const host = await httpHost(t, (_request, response) => response.writeHead(302, { location: '/' }).end());
  isPermanent(t, await failedDownload(t, host.origin), 'download_failed', 'too many redirects');
});

t.test('what else a host says beside a redirect or a refusal is not read', async (t) => {
  const host = await httpHost(t, (request, response) => {
    if (request.url === '/audio') return response.end('audio');
    response.writeHead(request.url === '/moved' ? 302 : 500, { location: '/audio' });
    const timer = setInterval(() => response.write(Buffer.alloc(10_000)), 1);
    return response.on('close', () => clearInterval(timer));
  });
  t.equal((await download(t, `${host.origin}/moved`)).bytes, 5);
  isTransient(t, await failedDownload(t, `${host.origin}/failed`), 'download_failed', 'HTTP 500');
  // An error of the body that nobody listens to would end the process by now.
  await new Promise((resolve) => setTimeout(resolve, 50));
});

t.test('a redirect that leads nowhere is permanent', async (t) => {
  const host = await httpHost(t, (request, response) => {
    response.writeHead(302, request.url === '/none' ? {} : { location: 'http://[' }).end();
  });
  isPermanent(t, await failedDownload(t, `${host.origin}/none`), 'download_failed', 'HTTP 302');
  isPermanent(t, await failedDownload(t, host.origin), 'download_failed', 'not a URL');
});

t.test('no hop may leave the public internet, and no request reaches where it may not go', async (t) => {
  let reached = 0;
  const secret = await httpHost(t, (_request, response) => {
    reached += 1;
    response.end('secret');
  });
  const targets = [
    `http://127.0.0.1:${secret.port}/`,
    `http://localhost:${secret.port}/`,
    `http://[::ffff:127.0.0.1]:${secret.port}/`,
    `http://0.0.0.0:${secret.port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://168.63.129.16/',
    'http://localhost/',
    'file:///etc/passwd',
    'ftp://example.com/call.wav',
    'http://user:pass@example.com/',
  ];
  const host = await httpHost(t, (request, response) => {
    response.writeHead(307, { location: targets[Number(request.url?.slice(1))] }).end();
  });
  const allow = [`127.0.0.1:${host.port}`];
  for (const [index, target] of targets.entries()) {
    t.comment(target);
    const error = await failedDownload(t, `${host.origin}/${index}`, { allow });
    if (target === 'http://localhost/') isTransient(t, error, 'download_unreachable');
    else isPermanent(t, error, 'download_refused');
  }
  t.equal(reached, 0);
});

t.test('a name that resolves to loopback is refused, unless its operator allowed it', async (t) => {
  const host = await httpHost(t, (_request, response) => response.end('audio'));
  const url = `http://localhost:${host.port}/`;
  isTransient(t, await failedDownload(t, 'http://localhost/', { allow: [] }), 'download_unreachable');
  isTransient(t, await failedDownload(t, 'https://LOCALHOST/', { allow: [] }), 'download_unreachable');
  isPermanent(t, await failedDownload(t, url, { allow: [] }), 'download_refused', 'port not allowed');
  isPermanent(t, await failedDownload(t, url, { allow: ['localhost:1'] }), 'download_refused');
  t.equal((await download(t, url, { allow: ['localhost'] })).bytes, 5);
  t.equal((await download(t, url, { allow: [`localhost:${host.port}`] })).bytes, 5);
});

t.test(
  'a name that does not exist may exist at one of the next tries, and ends as one that leads inside',
  async (t) => {
    const nobody = await failedDownload(t, 'http://no-such-host.invalid/');
    isTransient(t, nobody, 'download_unreachable');
    const inside = await failedDownload(t, 'http://localhost/', { allow: [] });
    t.same((nobody as TransientFailure).failure, (inside as TransientFailure).failure);
  },
);

t.test('a host that refuses, resets or hangs up may come back', async (t) => {
  const refused = await failedDownload(t, `http://127.0.0.1:${await closedPort()}/`);
  isTransient(t, refused, 'download_unreachable');
  const resetting = await rawHost(t, (socket) => socket.resetAndDestroy());
  isTransient(t, await failedDownload(t, resetting.origin), 'download_failed', 'connection lost');
  const midway = await rawHost(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\nRIFF', () => socket.resetAndDestroy());
  });
  isTransient(t, await failedDownload(t, midway.origin), 'download_failed', 'connection lost');
  const unfinished = await rawHost(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nRIFF\r\n');
  });
  isTransient(t, await failedDownload(t, unfinished.origin), 'download_failed', 'connection lost');
});

t.test('a host that speaks no HTTP, or TLS where it should not, fails', async (t) => {
  const other = await rawHost(t, (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  isTransient(t, await failedDownload(t, other.origin), 'download_failed', 'not a proper HTTP answer');
  const plain = await rawHost(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const secure = `https://127.0.0.1:${plain.port}/`;
  isTransient(t, await failedDownload(t, secure), 'download_failed', 'TLS handshake failed');
});

t.test('a web page in place of the recording is distinguished from damaged audio', async (t) => {
  const host = await httpHost(t, (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/page' ? '\n<!doctype html><title>Sign in</title>' : 'RIFF....WAVE');
  });
  const page = await failedDownload(t, `${host.origin}/page`);
  isPermanent(t, page, 'audio_unsupported', 'the URL answered a web page');
  t.equal(
    (await download(t, `${host.origin}/audio`)).bytes,
    12,
    'a wrong content type alone does not matter',
  );
});
