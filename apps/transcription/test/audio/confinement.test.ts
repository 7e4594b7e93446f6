import { once } from 'node:events';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { CHILD_USER, findConfinement } from '../../src/audio/confinement.ts';
import { decodeRecording } from '../../src/audio/decode-recording.ts';
import { runGuarded, startGuarded } from '../../src/audio/guarded-child.ts';
import { convert, sampleCall } from '../fixtures/sample-call.ts';

// As the worker runs.
process.umask(0o077);
const { signal } = new AbortController();
const { missing, user } = await findConfinement();
/** Elsewhere the tests of what is left would only repeat what the system lets us have. */
const skip = missing.length > 0 && `this system does not let us have ${missing.join(', ')}`;
const limits = { timeoutMs: 20_000, cpuSeconds: 10, memoryBytes: 1024 ** 3 };

/** What a shell in the place of a decoder prints, line by line. */
async function within(file: string, script: string): Promise<string[]> {
  const args = ['-c', `${script}\ntrue`];
  const guarded = { file, limits, signal, onProgress: () => {} };
  const { status, stdout, stderr } = await runGuarded({ command: 'sh', args, ...guarded });
  t.equal(status, 0, stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

t.test(
  'a child sees programs, and the folder of its recording alone, where it may write',
  { skip },
  async (t) => {
    const folder = t.testdir({ mine: { recording: 'audio' }, another: { recording: 'secret' } });
    const file = join(folder, 'mine/recording');
    const seen = await within(
      file,
      `cat '${file}'; echo; ls '${folder}'; cat '${folder}/another/recording'; cat /etc/passwd; ls /home /root /proc
     echo x > '${folder}/mine/made'; echo x > /usr/made; echo x > /made; ls / | tr '\\n' ' '`,
    );
    t.strictSame(seen.slice(0, 2), ['audio', 'mine']);
    t.equal(seen.length, 3, 'nothing else was readable');
    const known = new Set(['bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'libx32', 'sbin', 'usr']);
    const [first] = folder.slice(1).split('/');
    const others = (seen[2] ?? '')
      .trim()
      .split(' ')
      .filter((name) => !known.has(name));
    t.strictSame(others, [first], 'and nothing else is there');
    t.ok(await stat(join(folder, 'mine/made')));
    t.notOk(await stat('/usr/made').catch(() => null));
  },
);

t.test('what a child is given to read it cannot change', { skip }, async (t) => {
  const folder = t.testdir({ model: { weights: 'numbers' }, program: 'lines', other: 'secret' });
  const reads = [join(folder, 'program'), join(folder, 'model'), join(folder, 'not-there')];
  for (const path of [join(folder, 'model'), join(folder, 'model/weights'), join(folder, 'program')]) {
    await chmod(path, 0o777);
  }
  const script = `cd '${folder}'; cat program model/weights; ls; echo x > program; echo x > model/made; rm model/weights`;
  const { child } = await startGuarded({
    ...{ command: 'sh', args: ['-c', `${script}; true`], limits, signal },
    view: { folder: null, reads },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await once(child, 'close');
  t.equal(output, 'linesnumbersmodel\nprogram\n');
  t.strictSame(await readdir(join(folder, 'model')), ['weights']);
  t.equal(await readFile(join(folder, 'program'), 'utf8'), 'lines');
});

t.test('a child has no network, no other process, and no privilege it could use', { skip }, async (t) => {
  const file = join(t.testdir({ recording: '' }), 'recording');
  const [uid, ...others] = await within(
    file,
    `id -u; unshare --net true && echo namespaces; kill -0 ${process.pid} && echo kills
     mount -t tmpfs tmpfs /dev && echo mounts; chroot / true && echo chroots; setpriv --reuid 1 true && echo users`,
  );
  t.equal(uid, user === null ? '0' : String(CHILD_USER));
  t.strictSame(others, []);
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const [answer] = await within(file, `ffmpeg -v error -f wav -i tcp://127.0.0.1:${port} 2>&1`);
  t.match(answer, /Network is unreachable/);
});

t.test('a child that somebody has stopped is ended and started again', async (t) => {
  const file = join(t.testdir({ recording: '' }), 'recording');
  const script = `if [ -e '${file}-2' ]; then echo "it ends"; exit; fi
    : > '${file}-2'; sleep 100 & kill -STOP $!; wait`;
  const frozen = { ...limits, frozenMs: 1 };
  const guarded = { file, limits: frozen, signal, onProgress: () => {} };
  const { status, stdout } = await runGuarded({ command: 'sh', args: ['-c', script], ...guarded });
  t.equal(status, 0);
  t.equal(stdout, 'it ends\n');
});

t.test('a recording with a cover or a video is decoded, and neither of them', async (t) => {
  const folder = t.testdir({});
  const call = await sampleCall(folder, 'call.mp3');
  const picture = ['-f', 'lavfi', '-i', 'color=s=64x64:d=1'];
  const cover = ['-i', call, ...picture, '-map', '0:a', '-map', '1:v', '-c:a', 'copy', '-frames:v', '1'];
  const video = ['-i', call, ...picture, '-map', '0:a', '-map', '1:v', '-c:v', 'mpeg4', '-c:a', 'aac'];
  for (const [name, format, options] of [
    ['cover.mp3', 'mp3', [...cover, '-c:v', 'mjpeg']],
    ['video.mp4', 'mov', video],
  ] as const) {
    const file = await convert(folder, name, ...options);
    const { durationSeconds } = await decodeRecording({ file, format, folder, signal, onProgress: () => {} });
    t.ok(durationSeconds > 2, name);
  }
});

t.test('audio of a codec that nobody records calls in is refused', async (t) => {
  const folder = t.testdir({});
  const file = await convert(folder, 'odd.wav', '-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'adpcm_yamaha');
  const decoding = decodeRecording({ file, format: 'wav', folder, signal, onProgress: () => {} });
  t.match(await decoding.catch((error: unknown) => error), { failure: { code: 'audio_undecodable' } });
});
