import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import type { Conversation, Stretch } from '../../../src/engines/conversation/conversation.ts';
import { buildConversation } from '../../../src/engines/language-model/build-conversation.ts';
import { cutWindows, linesOf } from '../../../src/engines/language-model/cut-windows.ts';
import { readReply } from '../../../src/engines/language-model/read-reply.ts';
import { labelledConversation } from '../../../training/labelled-conversation.ts';
import { readCalls } from '../../../training/read-calls.ts';

const folder = path.resolve(import.meta.dirname, '../../../training/calls');
/** Of eight calls one, of every writer; all in long runs. */
const every = process.env.TEST_LONG === undefined ? 8 : 1;
const labelled = globSync('*.txt', { cwd: folder })
  .flatMap((file) => readCalls(readFileSync(path.join(folder, file), 'utf8')))
  .filter((_, index) => index % every === 0)
  .map(labelledConversation);

/** As a model read it that labels as the writers did, and copies words in its own way. */
function readAs(
  copied: (text: string) => string,
  { transcript, context, stretches }: Conversation,
): Conversation {
  const found = cutWindows(linesOf(transcript)).flatMap((window) => {
    const reply = window.lines.flatMap(({ number, segment }) =>
      stretches
        .filter((stretch) => stretch.segment === segment)
        .map(({ text, acts }) => ({
          line: number,
          quote: copied(text),
          acts: Object.keys(acts),
          confidence: 1,
        })),
    );
    return readReply({ stretches: reply }, window).found;
  });
  return buildConversation(transcript, context, found);
}

const copies: Record<string, (text: string) => string> = {
  'letter by letter': (text) => text,
  'without marks and capitals': (text) =>
    text
      .toLowerCase()
      .replaceAll(/[.,!?…"]/g, '')
      .replaceAll("'", '’'),
};

const wordsOf = ({ words }: Stretch) => words.map(({ text }) => text).join(' ');

t.test('labels come through a reply, its check and the conversation made of it', async (t) => {
  for (const [title, copied] of Object.entries(copies)) {
    let acts = 0;
    let lost = 0;
    for (const gold of labelled) {
      const { stretches } = readAs(copied, gold);
      const [read, written] = [stretches, gold.stretches.filter(({ words }) => words.length > 0)];
      t.strictSame(read.map(wordsOf), written.map(wordsOf), title);
      written.forEach((stretch, index) => {
        const labels = Object.keys(stretch.acts);
        acts += labels.length;
        lost += labels.filter((act) => !Object.hasOwn(read[index]?.acts ?? {}, act)).length;
      });
    }
    t.ok(acts > 12_000 / every);
    t.ok(lost <= acts / 300, `${title}: ${lost} of ${acts} acts are lost`);
  }
});
