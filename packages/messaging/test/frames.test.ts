import t from 'tap';
import { readReplies, replyLine } from '../src/frames.ts';

const read = (text: string) =>
  [...readReplies(Buffer.from(text))].map(({ index, ok, body }) => ({ index, ok, body: body.toString() }));

t.test('reply lines are read as they were written', async (t) => {
  const text =
    replyLine(0, true, '{"a":"é\\n"}') + replyLine(255, false, '{"code":"X"}') + replyLine(12, true, '7');
  t.same(read(text), [
    { index: 0, ok: true, body: '{"a":"é\\n"}' },
    { index: 255, ok: false, body: '{"code":"X"}' },
    { index: 12, ok: true, body: '7' },
  ]);
});

t.test('what is not a reply line is refused', async (t) => {
  for (const text of ['0+{}', '+{}\n', '7{}\n', 'x+{}\n', '\n']) t.throws(() => read(text), text);
});
