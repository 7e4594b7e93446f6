import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localhostCertificate } from '@debrief/local/localhost-certificate';
import t from 'tap';
import { endOf, runDebrief, startDebriefWith } from '../run-debrief.ts';
import { type ModelServer, startModelServer, startProxy } from './model-server.ts';

const run = (server: Pick<ModelServer, 'env'>, ...args: string[]) =>
  runDebrief(['models', ...args], server.env);

t.test('a proxy carries the download, unless NO_PROXY excepts the host', async (t) => {
  const server = await startModelServer(t);
  const proxy = await startProxy(t);
  const through = { env: { ...server.env, HTTP_PROXY: proxy.url, NO_PROXY: '' } };
  t.match(await run(through, 'pull'), { status: 0 });
  t.match(proxy.carried, [/\/model\.onnx$/, /\/tokens\.txt$/]);
  const around = { env: { ...server.env, HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' } };
  t.match(await run(around, 'pull', 'other'), { status: 0 });
  t.equal(proxy.carried.length, 2);
});

t.test('a proxy makes a tunnel to a publisher over https, whose certificate is checked', async (t) => {
  const server = await startModelServer(t, { certificate: localhostCertificate });
  const proxy = await startProxy(t);
  const authority = path.join(server.root, 'authority.pem');
  writeFileSync(authority, localhostCertificate.cert);
  const pull = (settings: NodeJS.ProcessEnv) =>
    endOf(
      startDebriefWith(
        { ...server.env, HTTPS_PROXY: proxy.url, NO_PROXY: '', ...settings },
        'models',
        'pull',
      ),
    );

  const { status, stderr } = await pull({});
  t.equal(status, 1);
  t.match(stderr, /The certificate of localhost:\d+ is not trusted .*NODE_EXTRA_CA_CERTS names a file/);
  t.same(server.asked, [], 'nobody is asked for anything who is not who they should be');

  t.match(await pull({ NODE_EXTRA_CA_CERTS: authority }), { status: 0 });
  t.match(proxy.carried, [/^tunnel to localhost:\d+$/, /^tunnel to localhost:\d+$/]);
  t.ok(readFileSync(path.join(server.modelsDir, 'tiny/model.onnx')).equals(server.content));
});
