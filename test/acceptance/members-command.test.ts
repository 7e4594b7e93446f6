import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { PASSWORD, visitorWithoutSession } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { root } from './harness/launch-debrief.ts';
import { newId } from './harness/submissions.ts';
import { unknownId } from './harness/uuid.ts';

/** What an operator does who has no console yet: `debrief members`, on a Debrief without the demo. */
interface Added {
  id: string;
  role: string;
  link: string | null;
}

const debrief = await sharedDebrief(t);
const origin = (await debrief.stack()).console_url;
const { id: organization } = await debrief.operate('createOrganization', { name: 'Elsewhere' });
const { id: integration } = await debrief.operate('createIntegration', {
  ...{ organization_id: organization, name: 'CRM' },
});
const email = `${newId('first')}@acme.example`;
const asOwner = (...where: string[]) => [
  '--email',
  email,
  '--name',
  'Fay First',
  '--role',
  'owner',
  ...where,
];
const add = (...args: string[]) => debrief.cli<Added>('members', 'add', ...args);
const membersOf = async (id: string) => (await debrief.operate('listMembers', { organization_id: id })).data;

/** As it is typed. */
async function typed(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const command = ['packages/cli/src/main.ts', '--data-dir', debrief.dataDir, 'members', ...args];
  const run = promisify(execFile)(process.execPath, command, { cwd: root });
  return run.then(
    (printed) => ({ ...printed, status: 0 }),
    ({ code, stdout, stderr }) => ({ status: code, stdout, stderr }),
  );
}

/** Sets the password by a link, as its page asks for it. */
async function follow(link: string | null, password: string) {
  const visitor = visitorWithoutSession(origin);
  const { pathname } = new URL(link ?? '');
  const page = await visitor.get(pathname);
  return { visitor, page, sent: await visitor.post(pathname, { password }) };
}

t.test('the first owner of an organization gets a link, which lets them in as its owner', async (t) => {
  const { status, stdout, stderr } = await typed('add', ...asOwner('--organization', organization));
  t.equal(status, 0);
  t.match(stdout, /^role: +owner$/m);
  t.match(stdout, new RegExp(`^organization_id: +${organization}$`, 'm'));
  t.match(stderr, /^Send them the link: it sets the password, once\.\n$/, 'beside the record');
  const [, link = ''] = /^link: +(\S+)$/m.exec(stdout) ?? [];
  t.ok(link.startsWith(`${origin}/links/`));

  const again = await add(...asOwner('--organization', organization));
  t.ok(
    again.link !== null && again.link !== link,
    'asked again before there is a password there is a new one',
  );
  t.equal((await membersOf(organization)).length, 1, 'who is an owner becomes none twice');

  const { visitor, sent } = await follow(again.link, PASSWORD);
  t.equal(sent.status, 303);
  t.equal((await visitor.get('/settings/health')).status, 200, 'only owners read it');
});

t.test('who has a password gets no link, for the same place or for another', async (t) => {
  t.equal((await add(...asOwner('--organization', organization))).link, null);
  const other = await debrief.operate('createOrganization', { name: 'Another' });
  await debrief.operate('createIntegration', { organization_id: other.id, name: 'Their CRM' });
  const { status, stdout, stderr } = await typed('add', ...asOwner('--organization', other.id));
  t.equal(status, 0);
  t.match(stdout, /^link: +-$/m);
  t.equal(stderr, '');
  const visitor = visitorWithoutSession(origin);
  await visitor.get('/sign-in');
  t.equal((await visitor.post('/sign-in', { email, password: PASSWORD })).status, 303);
  t.match((await visitor.get('/places')).text, /Their CRM Another.*CRM Elsewhere/s, 'one account for both');
});

t.test('an admin who is added anew as a member is a member', async (t) => {
  const person = ['--email', `${newId('lee')}@acme.example`, '--name', 'Lee', '--integration', integration];
  const first = await add(...person, '--role', 'admin');
  const second = await add(...person, '--role', 'member');
  t.match(second, { id: first.id, role: 'member' });
});

t.test('a reset link sets a new password, once, and ends the sessions of the old one', async (t) => {
  const signedIn = visitorWithoutSession(origin);
  await signedIn.get('/sign-in');
  await signedIn.post('/sign-in', { email, password: PASSWORD });
  t.equal((await signedIn.get('/account')).status, 200);

  const { status, stdout, stderr } = await typed('reset', email);
  t.equal(status, 0);
  t.match(stderr, 'Send them the link: it sets a new password, once, and signs them out elsewhere.');
  const [, link = ''] = /^link: +(\S+)$/m.exec(stdout) ?? [];
  const { sent } = await follow(link, `${PASSWORD} anew`);
  t.equal(sent.status, 303);
  t.equal((await signedIn.get('/account')).status, 303, 'asked to sign in');
  t.match((await follow(link, PASSWORD)).page.text, 'This link was used before');
  const later = visitorWithoutSession(origin);
  await later.get('/sign-in');
  t.equal((await later.post('/sign-in', { email, password: PASSWORD })).status, 401);
  t.equal((await later.post('/sign-in', { email, password: `${PASSWORD} anew` })).status, 303);
});

t.test('what cannot be done is said in a line', async (t) => {
  const person = ['add', '--email', email, '--name', 'Fay'];
  for (const [args, said] of [
    [['reset', 'nobody@acme.example'], 'debrief: No account has this e-mail'],
    [['reset', 'nobody'], 'debrief: email must be an e-mail address'],
    [[...person, '--role', 'boss'], 'debrief: Invalid --role "boss". Use owner, admin or member.'],
    [
      [...person, '--role', 'owner', '--integration', integration],
      'debrief: An owner belongs to an organization: give --organization, and no --integration.',
    ],
    [
      [...person, '--role', 'admin'],
      'debrief: An admin or a member belongs to an integration: give --integration, and no --organization.',
    ],
    [[...person, '--role', 'owner', '--organization', unknownId], 'debrief: Organization not found'],
    [[...person, '--role', 'member', '--integration', unknownId], 'debrief: Integration not found'],
  ] as const) {
    const { status, stdout, stderr } = await typed(...args);
    t.match({ status, stdout, stderr }, { status: 1, stdout: '', stderr: `${said}\n` }, args.join(' '));
  }
  t.equal((await membersOf(organization)).length, 2, 'nothing was made of it');
});
