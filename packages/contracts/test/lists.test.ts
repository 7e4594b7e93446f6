import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { events } from '../src/events/all.ts';
import { natsUsers, services } from '../src/nats-users.ts';
import { operations } from '../src/operations/all.ts';

/** The subjects that the files of a folder of the contracts name. */
function subjectsIn(folder: string, subject: RegExp): string[] {
  const url = new URL(`../src/${folder}/`, import.meta.url);
  return readdirSync(url)
    .map((file) => readFileSync(new URL(file, url), 'utf8'))
    .flatMap((text) => [...text.matchAll(subject)].map(([, name]) => name ?? ''))
    .sort();
}

const subjectsOf = (all: readonly { subject: string }[]) => all.map(({ subject }) => subject).sort();

t.test('every operation and every event is listed, for permissions are made of the lists', async (t) => {
  // Every service has those of audits and rebuilds, made by one function.
  const ofEach = operations.filter(({ subject }) => /\.(rebuilds|audit|own-audit)\./.test(subject));
  const written = subjectsIn('operations', /(?:subject: |byConsole\()'([^']+)'/g);
  t.same(subjectsOf(operations), [...written, ...subjectsOf(ofEach)].sort());
  t.equal(ofEach.length, 6 + 4 + 4);
  t.same(subjectsOf(events), subjectsIn('events', /defineEvent\(\s*'([^']+)'/g));
});

t.test('an operation is a subject of three parts of the service that answers it', async (t) => {
  for (const { subject, scope, access, askedBy = [] } of operations) {
    const [service, ...rest] = subject.split('.');
    t.ok(
      services.some((name) => name === service),
      subject,
    );
    t.equal(rest.length, 2, subject);
    t.equal(access !== undefined, scope === 'integration', `${subject} says what a key must allow`);
    t.ok(
      askedBy.every((user) => natsUsers.includes(user)),
      subject,
    );
  }
});
