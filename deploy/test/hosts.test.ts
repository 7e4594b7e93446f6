import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findCommand } from '@debrief/local/packages';
import { testPostgres } from '@debrief/local/testing';
import { Client } from 'pg';
import t from 'tap';
import { appNames, ofTheSystem, unknownSettings } from './fixtures/app-settings.ts';

const run = promisify(execFile);
const hosts = fileURLToPath(new URL('../hosts/', import.meta.url));
const page = await readFile(new URL('../../docs/three-machines.md', import.meta.url), 'utf8');
const namesIn = (text: string) =>
  [...text.matchAll(/^(?:Environment=)?([A-Z][A-Z_]+)=/gm)].flatMap(([, name]) => name ?? []);

t.test('each setting that machines give to apps is one of an app', async (t) => {
  const files = ['debrief@.service', 'gateway.conf', 'directory.conf', 'debrief.env'];
  const texts = await Promise.all(files.map((name) => readFile(hosts + name, 'utf8')));
  const names = texts.flatMap(namesIn);
  t.ok(names.includes('NATS_URL_FILE') && names.includes('NATS_REPLICAS'));
  const isUnknown = (name: string) =>
    !ofTheSystem.test(name) && appNames.every((app) => unknownSettings(app, [name]).length > 0);
  t.strictSame(names.filter(isUnknown), []);
});

t.test('every step of the page says where, and is one that a shell takes', async (t) => {
  const steps = [...page.matchAll(/^```sh\n(.*)\n([\s\S]*?)^```/gm)];
  t.ok(steps.length > 30);
  for (const [, where = ''] of steps) t.match(where, /^# on (a|b|c|a and b|a, b and c|the one machine)$/);
  await t.resolves(run('bash', ['-n', '-c', steps.map(([, , script]) => script).join('\n')]));
});

const haproxy = findCommand('haproxy');
t.test('HAProxy takes its configuration', { skip: haproxy === null && 'haproxy is missing' }, async (t) => {
  const file = `${t.testdir({})}/haproxy.cfg`;
  const text = await readFile(`${hosts}haproxy.cfg`, 'utf8');
  // Names that only these machines know, and a user that only its package makes.
  await writeFile(file, text.replace(/(server [ab]) [ab]:/g, '$1 192.0.2.1:'));
  await t.resolves(run(haproxy ?? '', ['-c', '-f', file]));
});

/** Of one server. @returns its URL. */
async function databaseWith(server: string, name: string, values: string): Promise<string> {
  const ask = async (url: string, statements: readonly string[]) => {
    const client = new Client(url);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const url = new URL(server);
  url.pathname = `/${name}`;
  await ask(server, [`create database ${name}`]);
  await ask(url.href, [
    'create schema s',
    'create table s.calls (id int generated always as identity primary key, words text)',
    `insert into s.calls (words) values ${values}`,
  ]);
  return url.href;
}

const psql = findCommand('psql');
t.test(
  'copy-database.sh puts the rows of one database in place of those of another',
  { skip: psql === null && 'psql is missing' },
  async (t) => {
    const words = `'a\ttab, a "quote" and a\n line'`;
    const { url } = await testPostgres(t);
    const from = await databaseWith(url, 'copied_from', `('one'), (${words}), (null)`);
    const to = await databaseWith(url, 'copied_to', "('of another')");
    const { stdout } = await run('sh', [`${hosts}copy-database.sh`, from, to]);
    t.equal(stdout, '1 tables copied\n');
    const client = new Client(to);
    await client.connect();
    t.teardown(() => client.end());
    await client.query(`insert into s.calls (words) values ('next')`);
    const { rows } = await client.query('select id, words from s.calls order by id');
    t.strictSame(
      rows.map(({ id, words: text }) => [id, text]),
      [
        [1, 'one'],
        [2, 'a\ttab, a "quote" and a\n line'],
        [3, null],
        [4, 'next'],
      ],
    );
  },
);
