import t from 'tap';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';

/** The transcript is known, and so is where in its 80 seconds a mark has to stand. */
const SECONDS = 80;
const segments = [
  { speaker: 'Maria', start_time: 0, end_time: 6, text: 'Hello Tom, this is Maria from Solar Team.' },
  // Of 20 letters the mark is the tenth.
  { speaker: 'Maria', start_time: 10, end_time: 20, text: 'Is it you? Yes it is' },
  { speaker: 'Tom', start_time: 22, end_time: 26, text: 'Yes, it is me. Why do you call?' },
  { speaker: 'Maria', start_time: 30, end_time: 40, text: 'We have a new offer for your roof this year.' },
  // Begins while Maria speaks, with more than a word of agreement.
  { speaker: 'Tom', start_time: 38, end_time: 44, text: 'Your offer is too expensive for me, I am afraid.' },
  {
    speaker: 'Maria',
    start_time: 48,
    end_time: 58,
    text: 'I understand. It pays for itself in a few years.',
  },
  { speaker: 'Tom', start_time: 57, end_time: 57.5, text: 'Okay.' },
  { speaker: 'Tom', start_time: 62, end_time: 66, text: 'All right. Send me the offer.' },
  { speaker: 'Maria', start_time: 70, end_time: SECONDS, text: 'I will send it today. Goodbye.' },
];
const marks = [
  { kind: 'Question', seconds: 14.5, name: '0:14 Question of Maria: Is it you? Yes it is' },
  { kind: 'Interruption', seconds: 38, name: `0:38 Interruption of Tom: ${segments[4]?.text}` },
  { kind: 'Objection', seconds: 38, name: '0:38 Objection of Tom: ' },
];

const opened = await openConsole(t);
if (opened !== null) {
  const { debrief, open, isReadable } = opened;
  const integration = await debrief.createIntegration();
  const speakers = { agent: 'Maria', contact: 'Tom', method: 'given', confidence: 1 };
  const file = JSON.stringify({ duration_seconds: SECONDS, speakers, segments });
  const folder = t.testdir({ 'call.json': file });
  const { call_event_id } = await debrief.cli<{ call_event_id: string }>(
    ...['submit', '--transcript', `${folder}/call.json`, '--no-wait', '--integration', integration.id],
    ...['--agent', 'Maria', '--contact', 'Tom'],
  );
  await integration.api.awaitAnalysis(call_event_id);
  const { id } = (await integration.api.get(`/calls/call_event_id:${call_event_id}`)).body;
  const page = await open(await visitConsole(debrief, 'admin', integration), `/calls/${id}`);
  const bar = page.locator('#talk-bar');

  await t.test('questions, objections and interruptions are marked, and nothing else', async (t) => {
    const names = await bar.getByRole('img').allTextContents();
    t.strictSame(
      names.map((name) => /Question|Objection|Interruption/.exec(name)?.[0]).sort(),
      marks.map(({ kind }) => kind).sort(),
    );
  });

  for (const { kind, seconds, name } of marks)
    await t.test(`the ${kind.toLowerCase()} stands at its second, and says what it is`, async (t) => {
      const mark = bar.getByRole('img', { name });
      t.equal(await mark.count(), 1, name);
      const [whole, shape] = [await bar.boundingBox(), await mark.locator('circle, path').boundingBox()];
      if (whole === null || shape === null) throw new Error('both are drawn');
      const middle = shape.x + shape.width / 2 - whole.x;
      t.ok(Math.abs(middle - (seconds / SECONDS) * whole.width) < 1, `${middle} of ${whole.width} px`);
    });

  await t.test('a screen reader tells the bar, and its marks in the order of the call', async (t) => {
    const told = await bar.ariaSnapshot();
    t.match(told, /^- '?group "Who speaks when: Maria \d+ %"/);
    t.match(told, /img "0:14 Question.*img "0:38.*img "0:38/s);
    await isReadable(t, page);
  });
}
