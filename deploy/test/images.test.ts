import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testNats, testPostgres } from '@debrief/local/testing';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { appNames } from './fixtures/app-settings.ts';
import { docker, environmentOf, readCompose } from './fixtures/compose-file.ts';
import { kubernetes } from './fixtures/manifests.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const skip = process.env.TEST_LONG ? false : 'part of npm run test:long';
/** As the image: a user who owns nothing of the app. */
const USER = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
const EPOCH_SECONDS = 1_700_000_000;
/** Ten folders, of which each takes half a minute on a busy machine. */
const TIMEOUT_MS = 1_200_000;

t.setTimeout(TIMEOUT_MS);

/** The folder of an app, made as its image is. */
async function makeApp(app: string, folder: string): Promise<string> {
  const installed = await Array.fromAsync(
    glob('.toolchain/@pnpm+exe.*/node_modules/@pnpm/exe.*', { cwd: root }),
  );
  const commands = [
    `${root}node_modules/.bin`,
    ...installed.map((path) => root + path),
    dirname(process.execPath),
  ];
  const PATH = [...commands, process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, NODE_OPTIONS: '', SOURCE_DATE_EPOCH: String(EPOCH_SECONDS) };
  await run('sh', ['docker/make-app.sh', app, folder], { cwd: root, env, maxBuffer: 1e7 });
  return folder;
}

async function foldersFor(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'debrief-images-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

t.test(
  'the same source makes the same folder again, and says what is in it',
  { skip, timeout: TIMEOUT_MS },
  async (t) => {
    const folder = await foldersFor(t);
    const [one, other] = [
      await makeApp('analytics', `${folder}/one`),
      await makeApp('analytics', `${folder}/other`),
    ];
    await t.resolves(run('diff', ['--recursive', '--no-dereference', one, other]));
    const bill = JSON.parse(await readFile(`${one}/sbom.cdx.json`, 'utf8'));
    const names = bill.components.map(({ name }: { name: string }) => name);
    t.equal(bill.bomFormat, 'CycloneDX');
    t.ok(['pg', 'kysely', 'nats', 'pino'].every((name) => names.includes(name)));
    t.notOk(
      ['testcontainers', 'tap', 'fastify', 'undici'].some((name) => names.includes(name)),
      'and no more',
    );
  },
);

t.test(
  'every app runs from its folder, as the compose file says and as a user who may write nothing of it',
  { skip, timeout: TIMEOUT_MS },
  async (t) => {
    const folder = await foldersFor(t);
    const [postgres, users] = await Promise.all([testPostgres(t), makeSecrets(folder)]);
    const nats = await testNats(t, users);
    const secrets = await reachedAt(folder, postgres.url, nats.url);
    await prepare(postgres.url, secrets);

    const compose = await readCompose('compose.yaml');
    const started = new Map<string, { child: ChildProcess; health_url: string; address?: string }>();
    t.teardown(async () => {
      for (const { child } of started.values()) child.kill('SIGTERM');
      await Promise.all([...started.values()].map(({ child }) => child.exitCode ?? once(child, 'exit')));
    });
    // One after the other: at once they take longer.
    for (const app of appNames) await makeApp(app, `${folder}/${app}`);
    await Promise.all(
      appNames.map(async (app) => {
        const env = await placed(folder, app, environmentOf([compose], app));
        const child = spawn(process.execPath, [`apps/${app}/src/main.ts`], {
          ...{ cwd: `${folder}/${app}`, env, ...USER },
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        });
        const ended = once(child, 'exit').then(([code]) =>
          Promise.reject(new Error(`${app} ended with ${code}`)),
        );
        const [ready] = await Promise.race([once(child, 'message'), ended]);
        ended.catch(() => undefined);
        started.set(app, { child, ...ready });
      }),
    );
    for (const [app, { health_url }] of started)
      t.equal((await fetch(health_url)).status, 200, `${app} is ready`);
    const { address } = started.get('gateway') ?? {};
    t.equal((await fetch(`${address}/api/v1/calls`)).status, 401);

    const operator = await makeApp('operator', `${folder}/operator`);
    const command = ['packages/cli/src/main.ts', '--nats', `${secrets}/nats-operator.url`, '--json'];
    const create = [...command, 'organizations', 'create', '--name', 'Acme'];
    const { stdout } = await run(process.execPath, create, { cwd: operator, env: {}, ...USER });
    t.match(JSON.parse(stdout), { id: /^[0-9a-f-]{36}$/ });

    for (const app of [...appNames, 'operator']) {
      const written = [];
      for await (const file of glob('**/*', { cwd: `${folder}/${app}`, exclude: ['node_modules'] }))
        if ((await stat(`${folder}/${app}/${file}`)).mtimeMs !== EPOCH_SECONDS * 1000) written.push(file);
      t.strictSame(written, [], `${app} has written nothing beside its code`);
    }
  },
);

/** @returns the users of NATS, as its server includes them. */
async function makeSecrets(folder: string): Promise<string> {
  await mkdir(`${folder}/docker`);
  await cp(new URL('make-secrets.sh', docker), `${folder}/docker/make-secrets.sh`);
  const debrief = `${process.execPath} ${root}packages/cli/src/main.ts`;
  await writeFile(`${folder}/package.json`, JSON.stringify({ scripts: { debrief } }));
  await run('sh', [`${folder}/docker/make-secrets.sh`]);
  return readFile(`${folder}/docker/secrets/nats-users.conf`, 'utf8');
}

/** The secrets with the addresses of these servers. @returns their folder. */
async function reachedAt(folder: string, postgresUrl: string, natsUrl: string): Promise<string> {
  const secrets = `${folder}/docker/secrets`;
  await chmod(secrets, 0o755);
  const postgres = new URL(postgresUrl);
  for await (const name of glob('*', { cwd: secrets })) {
    const text = await readFile(`${secrets}/${name}`, 'utf8');
    const here = text
      .replace('@postgres:5432/debrief', `@${postgres.host}${postgres.pathname}`)
      .replace('@nats:4222', `@${new URL(natsUrl).host}`);
    await writeFile(`${secrets}/${name}`, here);
  }
  return secrets;
}

/** What initdb does at the first start: roles, schemas, and then the passwords. */
async function prepare(postgresUrl: string, secrets: string): Promise<void> {
  const client = new Client(postgresUrl);
  await client.connect();
  await client.query(await readFile(`${kubernetes}postgres/init.sql`, 'utf8'));
  for (const service of ['directory', 'ingest', 'coaching', 'analytics']) {
    const password = (await readFile(`${secrets}/${service}-password`, 'utf8')).trim();
    await client.query(`alter role ${service} password '${password}'`);
  }
  await client.end();
}

/** The environment of a container where its secrets, volumes and ports are somewhere else. */
async function placed(folder: string, app: string, environment: Record<string, string>) {
  const env: Record<string, string> = { PATH: process.env.PATH ?? '', HEALTH_PORT: '0', TMPDIR: tmpdir() };
  for (const [name, value] of Object.entries(environment)) {
    const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value) ?? [];
    const [, volume] = /^(?:file:\/\/)?\/(audio|erased|work|models)(?:\/|$)/.exec(value) ?? [];
    if (volume !== undefined) {
      const path = `${folder}/volumes/${volume === 'audio' ? volume : `${app}-${volume}`}`;
      await mkdir(path, { recursive: true });
      if (USER.uid !== undefined) await run('chown', [`${USER.uid}:${USER.gid}`, path]);
      env[name] = value.replace(`/${volume}`, path);
    } else if (secret === undefined) env[name] = value;
    else {
      const file = secret.startsWith('nats-') ? `${secret}.url` : secret;
      env[name] = `${folder}/docker/secrets/${file}`;
    }
  }
  return { ...env, ...('PORT' in env && { PORT: '0', HOST: '127.0.0.1' }) };
}
