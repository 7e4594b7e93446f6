import path from 'node:path';
import t, { type Test } from 'tap';
import { checkCalls, readCalls } from '../../src/coach/read-calls-file.ts';
import { openInput, readWhole } from '../../src/coach/read-input.ts';
import { splitJsonList } from '../../src/coach/split-json-list.ts';

async function open(t: Test, content: string | Buffer) {
  const input = await openInput(path.join(t.testdir({ file: content }), 'file'));
  t.teardown(() => input.close());
  return input;
}

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(all);
}

const call = (id: string) => ({
  id,
  agent: 'Maria',
  contact: 'Walt',
  turns: [{ speaker: 'agent', text: 'He said: "no, [really] {no}", \\ and left' }],
});

t.test('a text is read as often as it is asked for, without its byte order mark', async (t) => {
  const input = await open(t, '\ufeffMaria: Grüße');
  t.equal(await readWhole(input), 'Maria: Grüße');
  t.equal(await readWhole(input), 'Maria: Grüße');
});

t.test('what is not text, or is missing, is refused by name', async (t) => {
  const folder = t.testdir({});
  await t.rejects(openInput(path.join(folder, 'missing.txt')), /There is no file .*missing\.txt/);
  await t.rejects(openInput(folder), /is a folder, not a file/);
});

t.test('an empty file and a recording are refused', async (t) => {
  await t.test('empty', async (t) => t.rejects(readWhole(await open(t, ' \n')), /file is empty/));
  for (const bytes of [
    [0xff, 0xfb, 0x90],
    [0x52, 0x49, 0x46, 0x46, 0x00],
    [0xe2, 0x82],
  ]) {
    await t.test(`bytes ${bytes}`, async (t) => {
      await t.rejects(readWhole(await open(t, Buffer.from(bytes))), /is not a text in UTF-8.*debrief submit/);
    });
  }
});

t.test('a list is split wherever its text is cut into pieces', async (t) => {
  const text = ` [ ${JSON.stringify(call('a'), null, 1)} ,\n${JSON.stringify(call('b'))} ] \n`;
  for (const size of [1, 2, 7, 1000]) {
    const pieces = async function* () {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
    };
    const elements = await collect(splitJsonList({ name: 'list', text: pieces, close: async () => {} }));
    t.strictSame(
      elements.map((element) => JSON.parse(element)),
      [call('a'), call('b')],
    );
  }
});

t.test('calls may lack labels, and labels are ignored', async (t) => {
  const input = await open(t, JSON.stringify([call('a'), { ...call('b'), gold: { disposition: 7 } }]));
  await checkCalls(input);
  const calls = await collect(readCalls(input));
  t.strictSame(
    calls.map(({ id }) => id),
    ['a', 'b'],
  );
});

t.test('an invalid call is named by its place and id', async (t) => {
  const cases: [string, RegExp][] = [
    [
      JSON.stringify([call('a'), { ...call('b'), turns: [] }]),
      /call 1 \("b"\), counted from 0: turns must be/,
    ],
    [JSON.stringify([call('a'), 7]), /call 1, counted from 0: it must be a JSON object/],
    [JSON.stringify([call('a'), null]), /call 1, counted from 0: it must be a JSON object/],
    [JSON.stringify([call('a'), call('a')]), /call 1, counted from 0: its id "a" is also that of call 0/],
    [JSON.stringify([{ ...call('a'), date: 'yesterday' }]), /call 0 \("a"\).*"yesterday" is neither a day/],
    ['[{"id": }]', /call 0, counted from 0: broken JSON/],
    [JSON.stringify([call('a')]).slice(0, -3), /ends within its list of calls/],
    [`${JSON.stringify([call('a')])} more`, /is not a JSON list of calls/],
    ['{}', /is not a JSON list of calls/],
    ['Maria: Hello', /is not a JSON list of calls/],
    ['[]', /holds no calls/],
    [' ', /is empty/],
  ];
  for (const [content, message] of cases) {
    await t.test(content.slice(0, 40), async (t) => t.rejects(checkCalls(await open(t, content)), message));
  }
});
