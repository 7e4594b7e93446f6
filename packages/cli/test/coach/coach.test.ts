import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import { Value } from '@sinclair/typebox/value';
import t, { type Test } from 'tap';
import { runDebrief, runProcess, startDebrief } from '../run-debrief.ts';

const turns = [
  ['agent', 'Hi, this is Maria from Bright Solar. Is this Walt?'],
  ['contact', 'Yes, it is.'],
  ['agent', 'What got you looking at solar panels?'],
  ['contact', "The bill. But I'd have to talk to my wife first."],
  ['agent', 'I understand. Could I visit you on Thursday at two and show you the numbers?'],
  ['contact', 'Thursday at two is fine.'],
  ['agent', 'Great, Thursday at two. I will send you the price list today. Goodbye.'],
] as const;
const names = { agent: 'Maria Lopez', contact: 'Walt Pruitt' };
const scripted = (id: string) => ({
  id,
  ...names,
  category: 'solar',
  direction: 'outbound',
  turns: turns.map(([speaker, text]) => ({ speaker, name: names[speaker], text })),
  gold: { disposition: 'appointment_set' },
});
const lines = turns.map(([speaker, text]) => `${names[speaker]}: ${text}`).join('\n');

function fileWith(t: Test, name: string, content: string): string {
  return path.join(t.testdir({ [name]: content }), name);
}

const analysisOf = ({ stdout }: { stdout: string }) =>
  (JSON.parse(stdout) as { analysis: RecordingAnalysis }).analysis;

t.test(
  'a transcript of names and text is coached in print, and who the agent is was guessed aloud',
  async (t) => {
    const { status, stdout, stderr } = await runDebrief(['coach', fileWith(t, 'call.txt', lines)]);
    t.equal(status, 0);
    t.match(stdout, /^Summary\n/);
    t.match(stdout, 'Disposition: Appointment Set');
    t.match(stdout, /Objections\n {2}- Authority: .*talk to my wife/);
    t.match(stdout, 'For Maria Lopez to do');
    t.match(stdout, /Who said what\n {3}0:00 {2}Maria Lopez {2}Hi, this is Maria/);
    t.match(stderr, 'Taking Maria Lopez for the agent');
    t.match(stderr, 'counted from Monday 5 January 2026');
  },
);

t.test('a card number that was read out is in no report', async (t) => {
  const paid = `${lines}\nWalt Pruitt: Take the card: 4111 1111 1111 1111.`;
  const { stdout } = await runDebrief(['coach', fileWith(t, 'call.txt', paid), '--agent', 'Maria Lopez']);
  t.match(stdout, 'Take the card: [card number]');
  t.notMatch(stdout, '4111');
});

t.test('the same words give the same coaching in every format, also on standard input', async (t) => {
  const cue = (index: number, mark: string) =>
    `00:00:${String(index * 5).padStart(2, '0')}${mark}000 --> 00:00:${String(index * 5 + 3).padStart(2, '0')}${mark}000`;
  const vtt = turns.map(([speaker, text], index) => `${cue(index, '.')}\n<v ${names[speaker]}>${text}`);
  const srt = turns.map(
    ([speaker, text], index) => `${index + 1}\n${cue(index, ',')}\n${names[speaker]}: ${text}`,
  );
  const json = {
    speakers: { ...names, method: 'introduction', confidence: 1 },
    segments: turns.map(([speaker, text]) => ({ speaker: names[speaker], text })),
  };
  const labels = turns.map(
    ([speaker, text], index) => `[00:${index + 10}] ${speaker === 'agent' ? 'A' : 'C'}: ${text}`,
  );
  const inputs = {
    vtt: `WEBVTT\n\n${vtt.join('\n\n')}`,
    srt: srt.join('\n\n'),
    json: JSON.stringify(json),
    labels: labels.join('\n'),
  };
  const options = ['--agent', names.agent, '--contact', names.contact, '--occurred-at', '2026-11-20'];
  const coached = await Promise.all(
    Object.values(inputs).map(async (input) => {
      const result = await runProcess(['coach', '-', ...options, '--json'], input);
      t.equal(result.status, 0, result.stderr);
      t.equal(result.stderr, '');
      return analysisOf(result);
    }),
  );
  for (const analysis of coached) {
    t.strictSame([...Value.Errors(RecordingAnalysis, analysis)], []);
    t.match(analysis, {
      created_at: '2026-11-20T10:00:00.000Z',
      disposition: { outcomes: ['Appointment Set'] },
      objections: { kinds: ['Authority'] },
      speakers: { user_name: 'Maria Lopez', client_name: 'Walt Pruitt' },
    });
    t.equal(
      analysis.evidence?.find(({ claim_id }) => claim_id === 'objections.outcomes.0')?.segment_index,
      3,
    );
  }
});

t.test('a file of calls gives a line a call, the same bytes each time, a turn a segment', async (t) => {
  const file = fileWith(t, 'calls.json', JSON.stringify([scripted('one'), scripted('two')], null, 2));
  const [first, again] = await Promise.all([
    runProcess(['coach', '--calls', file, '--json']),
    runProcess(['coach', '--calls', file, '--json']),
  ]);
  t.equal(first.status, 0, first.stderr);
  t.equal(first.stdout, again.stdout);
  const answers = first.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; analysis: RecordingAnalysis });
  t.strictSame(
    answers.map(({ id }) => id),
    ['one', 'two'],
  );
  for (const { analysis } of answers) {
    t.strictSame([...Value.Errors(RecordingAnalysis, analysis)], []);
    const { segment_index, start_time } =
      analysis.evidence?.find(({ claim_id }) => claim_id === 'objections.outcomes.0') ?? {};
    t.strictSame([segment_index, start_time], [3, 9.2]);
  }
});

t.test('without --json it prints a report a call', async (t) => {
  const { stdout } = await runProcess(
    ['coach', '--calls', '-'],
    JSON.stringify([scripted('one'), scripted('two')]),
  );
  t.match(stdout, /^Call one\n\nSummary[\s\S]*\nCall two\n\nSummary/);
});

t.test('what is wrong is said with status 1 before anything is printed', async (t) => {
  const broken = { ...scripted('two'), turns: [{ speaker: 'boss', text: 'Hi.' }] };
  const folder = t.testdir({
    'letter.txt': 'Dear all,\nI hope you are well.\n',
    'calls.json': JSON.stringify([scripted('one'), broken]),
    'rubric.json': '{"name": "own"}',
    'call.txt': lines,
  });
  const at = (name: string) => path.join(folder, name);
  const cases: [string[], string][] = [
    [['coach', at('letter.txt')], 'letter.txt: line 1: this is no transcript known here'],
    [
      ['coach', '--calls', at('calls.json'), '--json'],
      'call 1 ("two"), counted from 0: turns.0.speaker must',
    ],
    [['coach'], 'Name either a transcript or'],
    [
      ['coach', '--calls', at('calls.json'), '--agent', 'Maria'],
      '--agent and --contact are for one transcript',
    ],
    [
      ['coach', at('call.txt'), '--occurred-at', '2026-02-30'],
      '--occurred-at: "2026-02-30" is neither a day',
    ],
    [
      ['coach', at('call.txt'), '--time-zone', 'Mars/Olympus'],
      '--time-zone must be an IANA time zone, for example Europe/Berlin',
    ],
    [['coach', at('call.txt'), '--direction', 'up'], 'Allowed choices are inbound, outbound'],
    [
      ['coach', at('call.txt'), '--engine', 'oracle'],
      'There is no engine "oracle". Engines: built-in, auto, openai-compatible, anthropic',
    ],
    [
      ['coach', at('call.txt'), '--rubric', 'none'],
      'There is no rubric "none", neither built in nor as a file',
    ],
    [['coach', at('call.txt'), '--rubric', at('rubric.json')], 'rubric.json is not a rubric'],
  ];
  for (const [args, message] of cases) {
    const { status, stdout, stderr } = await runDebrief(args);
    t.strictSame([status, stdout], [1, ''], args.join(' '));
    t.match(stderr, message);
  }
});

t.test('days are counted from the day of the call in --time-zone', async (t) => {
  const call = [
    'Maria: Hi Walt, this is Maria Lopez from Northgate Windows. Could somebody come out to measure?',
    'Walt: Yes, that would be good.',
    'Maria: Great. Would tomorrow at ten in the morning work for the visit?',
    'Walt: Yes, tomorrow at ten works for me.',
    'Maria: Perfect, you are booked for tomorrow at ten. Goodbye.',
  ].join('\n');
  const file = fileWith(t, 'call.txt', call);
  const options = ['coach', file, '--agent', 'Maria', '--json', '--occurred-at', '2026-11-24T02:30:00Z'];
  const [there, anywhere] = await Promise.all([
    runDebrief([...options, '--time-zone', 'America/Los_Angeles']),
    runDebrief(options),
  ]);
  t.equal(analysisOf(there).appointment?.at, '2026-11-24T10:00');
  t.equal(analysisOf(anywhere).appointment?.at, '2026-11-25T10:00');
});

t.test('a rubric is a built-in one or a file that may extend it', async (t) => {
  const own = JSON.stringify({ name: 'own', version: '7', extends: 'general-sales' });
  const folder = t.testdir({ 'call.txt': lines, 'own.json': own });
  const options = ['coach', path.join(folder, 'call.txt'), '--agent', 'Maria', '--json', '--rubric'];
  const [named, file] = await Promise.all([
    runDebrief([...options, 'roleplay']),
    runDebrief([...options, path.join(folder, 'own.json')]),
  ]);
  t.match(analysisOf(named).engine?.rubric_version, /^roleplay@/);
  t.equal(analysisOf(file).engine?.rubric_version, 'own@7');
});

t.test(
  'calls are printed while more are read, and a reader may leave, or Ctrl-C end it, without a complaint',
  async (t) => {
    const file = fileWith(
      t,
      'calls.json',
      JSON.stringify(Array.from({ length: 2_000 }, (_, index) => scripted(`call-${index}`))),
    );
    for (const leave of ['close', 'SIGINT'] as const) {
      const child = startDebrief('coach', '--calls', file, '--json');
      let complaint = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        complaint += text;
      });
      const ended = once(child, 'exit');
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      t.equal((JSON.parse(line) as { id: string }).id, 'call-0');
      if (leave === 'close') child.stdout.destroy();
      else child.kill(leave);
      t.strictSame(await ended, leave === 'close' ? [0, null] : [null, 'SIGINT']);
      t.equal(complaint, '');
    }
  },
);
