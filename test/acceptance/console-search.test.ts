import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openConsole } from './harness/console.ts';
import { unescaped, visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';

const debrief = await sharedDebrief(t);
const [mine, theirs] = await Promise.all([debrief.createIntegration(), debrief.createIntegration()]);
const folder = t.testdir({});

/** A call between an agent and a contact, submitted as a transcript. */
async function say(integration: { id: string }, agent: string, contact: string, lines: readonly string[]) {
  const file = join(folder, `${agent}-${contact}.txt`);
  const said = lines.map((line, index) => `${index % 2 === 0 ? agent : contact}: ${line}`).join('\n');
  await writeFile(file, said);
  await debrief.cli(
    ...[
      'submit',
      '--transcript',
      file,
      '--integration',
      integration.id,
      '--agent',
      agent,
      '--contact',
      contact,
    ],
  );
}
await say(mine, 'Zelda', 'Quentin', [
  'Hello Quentin, this is Zelda from Northgate Windows. I am calling about the conservatory.',
  'Hello Zelda. The conservatory leaks <b>badly</b>, and I do not know what to do about it before winter comes.',
  'Shall I send you our price list for repairing it today?',
  'Yes please, send it.',
]);
await say(mine, 'Otto', 'Bertha', [
  'Hello Bertha, this is Otto from Northgate Windows. Shall I come by on Thursday?',
  "Thursday is fine. Please bring the lists of what you sell, I haven't seen a price.",
]);
await say(theirs, 'Mallory', 'Trent', ['Hello Trent, about your conservatory and its price.', 'What price?']);
const admin = await visitConsole(debrief, 'admin', mine);
const zelda = await visitConsole(debrief, 'member', mine, emailOf(await mine.api.get('/users?name=Zelda')));
const otto = await visitConsole(debrief, 'member', mine, emailOf(await mine.api.get('/users?name=Otto')));

function emailOf({ body }: { body: { data: { email: string }[] } }): string {
  return body.data[0]?.email ?? '';
}

/** Who is in the calls that are found, and where the words were said. */
async function found(visitor: typeof admin, words: string, more = '') {
  const { html } = await visitor.get(`/calls?words=${encodeURIComponent(words)}${more}`);
  const contacts = [...html.matchAll(/id="call-[^"]+" href="[^"]+">([^<]+)</g)].map(([, name]) => name);
  const sentences = [...html.matchAll(/<blockquote class="quote fw-normal"><a href="([^"]+)">(.*?)<\/a>/g)];
  return { contacts: contacts.sort(), sentences: sentences.map(([, , text = '']) => unescaped(text)), html };
}

t.test('calls are found by words that were said in them, in any form and order', async (t) => {
  t.strictSame((await found(admin, 'conservatory')).contacts, ['Quentin']);
  t.strictSame((await found(admin, 'PRICES')).contacts, ['Bertha', 'Quentin']);
  t.strictSame((await found(admin, 'winter repairing')).contacts, ['Quentin'], 'said by both');
  t.strictSame((await found(admin, 'price conservatory thursday')).contacts, [], 'all of them');
  t.strictSame((await found(admin, 'the')).contacts, ['Bertha', 'Quentin'], 'a word that has no stem');
});

t.test('words in quotes follow one another, and names are found', async (t) => {
  t.strictSame((await found(admin, 'price list')).contacts, ['Bertha', 'Quentin']);
  for (const quoted of ['"price list"', '“price list”', '„price list“', '«price list»'])
    t.strictSame((await found(admin, quoted)).contacts, ['Quentin'], quoted);
  t.strictSame((await found(admin, '“list price”')).contacts, [], 'in their order');
  t.strictSame((await found(admin, 'haven’t “seen a price”')).contacts, ['Bertha'], 'as a phone types it');
  t.strictSame((await found(admin, 'bertha')).contacts, ['Bertha']);
});

t.test('what was said is shown around the words, as text, and leads to its place', async (t) => {
  const { sentences, html } = await found(admin, 'leaking badly');
  t.match(sentences[0], '<mark>leaks</mark> <b><mark>badly</mark>');
  t.notMatch(html, '<b>');
  t.match(html, /href="\/calls\/[^"#]+#segment-1"/);
});

t.test('a search is filtered as the list is, and goes on with its pages', async (t) => {
  t.strictSame((await found(admin, 'price', '&direction=inbound')).contacts, []);
  const { body } = await mine.api.get('/users?name=Otto');
  const ofOtto = await found(admin, 'price', `&agent=${body.data[0].id}`);
  t.strictSame(ofOtto.contacts, ['Bertha']);
  const [searchForm = ''] = /<search[\s\S]*?<\/search>/.exec(ofOtto.html) ?? [];
  t.match(searchForm, `name="agent" value="${body.data[0].id}"`, 'the next search keeps the filter');
  t.match(ofOtto.html, '<details class="card mb-3 filters" open>');
  t.notMatch((await found(admin, 'price')).html, 'filters" open', 'a search alone opens no filter');
  t.strictSame((await found(admin, 'price', `&agent=${body.data[0].id.toUpperCase()}`)).contacts, ['Bertha']);
});

t.test('members find their own calls, and nobody those of another integration', async (t) => {
  t.strictSame((await found(zelda, 'price')).contacts, ['Quentin']);
  t.strictSame((await found(otto, 'price')).contacts, ['Bertha']);
  t.notMatch((await admin.get('/calls?words=conservatory')).html, 'Trent');
});

t.test('what holds no word, or too much, is said so', async (t) => {
  t.match((await admin.get('/calls?words=%3F%3F')).text, 'Nothing was found for these words');
  t.match((await admin.get(`/calls?words=${'long '.repeat(60)}`)).text, 'Search for at most 200 characters');
  for (const words of ["'", "a' | b", '\\', '!!(', '<->', '"', '""', 'é李小龙', "don't", '%', '\u2028'])
    t.equal((await admin.get(`/calls?words=${encodeURIComponent(words)}`)).status, 200, words);
});

t.test('whoever is erased is found no more', async (t) => {
  const { body } = await mine.api.get('/contacts?name=Bertha');
  await mine.api.delete(`/contacts/${body.data[0].id}`);
  t.strictSame((await found(admin, 'thursday')).contacts, []);
});

t.test('it can be used by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  const page = await console.open(admin, '/calls');
  await page.getByLabel('Words said, or names').fill('conservatory');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('mark').first().waitFor();
  await console.isReadable(t, page);
  await page.locator('.quote a').first().click();
  await page.getByRole('heading', { name: 'Zelda with Quentin' }).waitFor();
});
