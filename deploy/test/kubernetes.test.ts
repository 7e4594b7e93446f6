import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findCommand } from '@debrief/local/packages';
import { loadConfig } from '@debrief/service-kit/config';
import t from 'tap';
import { parse } from 'yaml';
import { type AppName, appNames, appSettings, unknownSettings } from './fixtures/app-settings.ts';
import { faultsOf } from './fixtures/check-kinds.ts';
import { kubernetes, neededSecrets, parseManifests, podsOf, readManifests } from './fixtures/manifests.ts';

const run = promisify(execFile);
const files = await readManifests();
const manifests = files.map(([, manifest]) => manifest);
const pods = podsOf(manifests);
const apps = pods.filter(({ name }) => name !== 'migrate');
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

// A copy of the example with the secrets that its script makes.
const copy = `${t.testdir({})}/kubernetes`;
await cp(kubernetes, copy, { recursive: true, filter: (path) => !/\/secrets(\/|$)/.test(path) });
const example = `${copy}/overlays/example`;
await mkdir(`${example}/secrets`);
await writeFile(`${example}/secrets/smtp-url`, 'smtps://a:b@mail.example.com\n');
await run('sh', [`${kubernetes}make-secrets.sh`, example]);
const secrets = (
  await Promise.all(
    ['secrets.yaml', 'nats-secrets.yaml'].map((name) => readFile(`${example}/secrets/${name}`, 'utf8')),
  )
).flatMap(parseManifests);

t.test(
  'every manifest and every secret fits the schema of its kind, without a field that it does not have',
  async (t) => {
    t.strictSame(await faultsOf([...manifests, ...secrets], t.testdir({})), []);
    const [first] = ofKind('Deployment');
    const pod = first?.spec.template.spec;
    const unheard = { ...pod, containers: [{ ...pod.containers[0], unheard: true }] };
    for (const wrong of [
      { ...first, spec: { ...first?.spec, minReadySeconds: 'one' } },
      { ...first, spec: { ...first?.spec, template: { ...first?.spec.template, spec: unheard } } },
    ])
      t.not((await faultsOf([wrong as never], t.testdir({}))).length, 0, 'a wrong one is seen');
  },
);

const kubectl = findCommand('kubectl');
t.test(
  'kustomize makes the example of the base, its patches and its secrets',
  { skip: kubectl === null && 'kubectl is missing' },
  async (t) => {
    const { stdout } = await run(kubectl ?? '', ['kustomize', example], { maxBuffer: 1e7 });
    const made = parseManifests(stdout);
    t.strictSame(await faultsOf(made, t.testdir({})), []);
    t.ok(made.every(({ kind, metadata }) => kind === 'Namespace' || 'namespace' in metadata));
    const images = podsOf(made).map(({ pod }) => pod.containers[0].image);
    t.ok(
      images.every((image) => image.startsWith('registry.example.com/')),
      'every image is named in the overlay',
    );
  },
);

t.test('each app gets its settings, all that it needs and none that it does not know', async (t) => {
  t.strictSame(apps.map(({ name }) => name).toSorted(), appNames.toSorted());
  const folder = t.testdir({
    DATABASE_URL: 'postgres://a:b@c:5432/d',
    NATS_URL: 'nats://a:b@nats:4222',
    CURSOR_SECRETS: 's'.repeat(64),
    INVITATION_SECRETS: 's'.repeat(64),
  });
  const { configMapGenerator } = parse(await readFile(`${example}/kustomization.yaml`, 'utf8'));
  const literals = (configMapGenerator[0].literals as string[]).map(
    (literal) => literal.split('=') as [string, string],
  );
  const shared = new Map(literals);
  const read = new Set<string>();
  for (const { name, pod } of apps) {
    const app = name as AppName;
    const { env = [], volumeMounts = [] } = pod.containers[0];
    t.strictSame(
      unknownSettings(
        app,
        env.map((one) => one.name),
      ),
      [],
      app,
    );
    const given = env.map(({ name: setting, value, valueFrom }): [string, string | undefined] => {
      const key = valueFrom?.configMapKeyRef?.key;
      if (key !== undefined) read.add(key);
      if (value?.startsWith('/run/secrets/') !== true) return [setting, value ?? shared.get(key ?? '')];
      const mount = volumeMounts.find(({ mountPath }) => value.startsWith(`${mountPath}/`));
      t.ok(mount !== undefined, `${app} has ${value}`);
      return [setting, `${folder}/${value.split('/').at(-1)}`];
    });
    t.doesNotThrow(() => loadConfig(appSettings[app], Object.fromEntries(given)), app);
  }
  t.strictSame(
    [...shared.keys()].filter((key) => !read.has(key)),
    [],
    'what the example sets is read',
  );
});

t.test('every secret that a pod needs is made, by the script or by CloudNativePG', async (t) => {
  const made = new Map(
    secrets.map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData ?? {})]),
  );
  made.set('debrief-postgres-ca', ['ca.crt']);
  for (const { name, pod } of pods)
    for (const [secret, key] of neededSecrets(pod)) {
      t.ok(made.has(secret), `${name} needs ${secret}`);
      if (key !== null) t.ok(made.get(secret)?.includes(key), `${name} needs ${key} of ${secret}`);
    }
  const [cluster] = ofKind('Cluster');
  for (const { passwordSecret } of cluster?.spec.managed.roles ?? [])
    t.strictSame(made.get(passwordSecret.name), ['username', 'password']);
});

t.test('no setting that is a secret comes from a ConfigMap, or stands in a manifest', async (t) => {
  const operating = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, table = ''] = /\n## Secrets\n.*?\n\| Secret (\|.*?)\n\n/s.exec(operating) ?? [];
  const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_0-9]+)`/g)].map(([, name]) => name as string),
  );
  const guarded = ['NATS_URL', 'DATABASE_URL', ...listed];
  const set = new Set<string>();
  for (const { name, pod } of apps)
    for (const { name: setting, value, valueFrom } of pod.containers[0].env ?? []) {
      const secret = setting.replace(/_FILE$/, '');
      if (!guarded.includes(secret)) continue;
      set.add(secret);
      const isFile = setting !== secret && value?.startsWith('/run/secrets/');
      t.ok(isFile || valueFrom?.secretKeyRef !== undefined, `${setting} of ${name}`);
    }
  t.strictSame([...set].toSorted(), guarded.toSorted(), 'each is given');
  const ofDirectory = secrets.find(({ metadata }) => metadata.name === 'debrief-directory');
  t.equal(ofDirectory?.stringData?.SMTP_URL, 'smtps://a:b@mail.example.com');
});

t.test('every pod is as confined as Kubernetes can make it, and has its limits', async (t) => {
  for (const { name, pod } of pods) {
    t.equal(pod.automountServiceAccountToken, false, name);
    t.match(pod.securityContext, {
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    const [container] = pod.containers;
    t.strictSame(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    t.match(container.resources, { requests: { cpu: /./, memory: /./ }, limits: { memory: /./ } });
    t.match(container.image, name === 'migrate' ? /^debrief-operator:/ : new RegExp(`^debrief-${name}:`));
  }
});

t.test(
  'probes ask what each app answers on the port of its image, and a budget guards its replicas',
  async (t) => {
    const dockerfile = await readFile(new URL('../../docker/Dockerfile', import.meta.url), 'utf8');
    const [, port] = /HEALTH_PORT=(\d+)/.exec(dockerfile) ?? [];
    const budgets = new Map(
      ofKind('PodDisruptionBudget').map(({ spec }) => [JSON.stringify(spec.selector), spec]),
    );
    for (const { name, labels, pod } of apps) {
      const { ports = [], startupProbe, readinessProbe, livenessProbe, env = [] } = pod.containers[0];
      const isEdge = ['gateway', 'console'].includes(name);
      const numbers = Object.fromEntries(ports.map((one) => [one.name, String(one.containerPort)]));
      t.equal(numbers.health, port, name);
      t.equal(numbers.http, env.find((one) => one.name === 'PORT')?.value, name);
      // An edge that lacks NATS answers 503, and must be asked for that.
      t.strictSame((isEdge ? startupProbe : readinessProbe)?.httpGet, { path: '/readyz', port: 'health' });
      if (isEdge) t.strictSame(readinessProbe?.httpGet, { path: '/livez', port: 'health' });
      t.strictSame(livenessProbe?.httpGet, { path: '/livez', port: 'health' });
      t.equal(budgets.get(JSON.stringify({ matchLabels: labels }))?.maxUnavailable, 1, name);
    }
    for (const { metadata, spec } of ofKind('Service'))
      t.ok(
        apps.some(({ labels }) => JSON.stringify(labels) === JSON.stringify(spec.selector)),
        metadata.name,
      );
  },
);

t.test('nobody joins the NATS servers as a route without the password, which is in a Secret', async (t) => {
  const values = parse(await readFile(`${kubernetes}nats/values.yaml`, 'utf8'));
  t.strictSame(values.config.cluster.patch, [{ op: 'remove', path: '/routes' }]);
  t.strictSame(values.config.cluster.merge, { $include: './users/nats-routes.conf' });
  const [{ value: volume }] = values.podTemplate.patch;
  const mounted = volume.projected.sources.map(({ secret }: { secret: { name: string } }) => secret.name);
  const files = secrets.filter(({ metadata }) => mounted.includes(metadata.name));
  const data = Object.assign({}, ...files.map(({ stringData }) => stringData));
  t.strictSame(Object.keys(data).toSorted(), ['nats-routes.conf', 'nats-users.conf']);
  t.match(
    data['nats-routes.conf'],
    /^authorization \{ user: route, password: '([0-9a-f]{64})' \}.*route:\1@/,
  );
  const folder = t.testdir({
    // As the chart writes it.
    'nats.conf': `{ include ./users/nats-users.conf;
      "cluster": { include ./users/nats-routes.conf; "name": "nats", "no_advertise": true, "port": 6222 },
      "jetstream": { "store_dir": "/tmp" }, "server_name": "nats-0" }`,
    users: data,
  });
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  await t.resolves(run('nats-server', ['-t', '-c', `${folder}/nats.conf`], { env }));
});

t.test('the database begins as that of Docker does', async (t) => {
  const sql = await readFile(`${kubernetes}postgres/init.sql`, 'utf8');
  const table = await readFile(new URL('../../packages/database/audit-table.sql', import.meta.url), 'utf8');
  const script = await readFile(new URL('../../docker/init-postgres.sh', import.meta.url), 'utf8');
  const [, heredoc = ''] = /<<'SQL'\n([\s\S]*?)\nSQL\n/.exec(script) ?? [];
  const services = ['directory', 'ingest', 'coaching', 'analytics'];
  for (const service of services) {
    // Without the password, which the cluster sets.
    const made = heredoc
      .replace(" password :'password'", '')
      .replaceAll(/:"(\w+)"/g, (_, name) => (name === 'service' ? service : `${service}_${name}`))
      .replace('\\i :table', table.trimEnd());
    t.ok(sql.includes(made), service);
  }
  t.ok(sql.endsWith('revoke all on schema public from public;\n'));
});
