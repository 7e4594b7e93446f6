import t from 'tap';
import type { NamedPeople } from '../../src/coach/assign-roles.ts';
import { readSpeech } from '../../src/coach/read-speech.ts';
import { transcriptOfSpeech } from '../../src/coach/transcript-of-speech.ts';

const read = (text: string, people: NamedPeople = {}) => transcriptOfSpeech(readSpeech(text), people);
const roles = (text: string, people: NamedPeople = {}) =>
  read(text, people).transcript.segments.map(({ role, speaker }) => `${role} ${speaker}`);

const call = 'Walt: Hello?\nMaria: Hi, who is this?';

t.test('the options say who is who; a first name is enough, and the longer name is shown', async (t) => {
  t.strictSame(roles(call, { agent: 'walt' }), ['agent Walt', 'contact Maria']);
  t.strictSame(roles(call, { agent: 'Maria Lopez' }), ['contact Walt', 'agent Maria Lopez']);
  t.strictSame(roles(call, { contact: 'Walt Pruitt' }), ['contact Walt Pruitt', 'agent Maria']);
});

t.test('words for a role say it too, and the options then give the names', async (t) => {
  t.strictSame(roles('A: Hi.\nC: Hello.'), ['agent Agent', 'contact Contact']);
  t.throws(() => roles('A: Hi.\nB: Hello.'), /Speakers: "A", "B"/, 'letters alone say nothing');
  t.strictSame(roles('Customer: Hi.\nMaria: Hello.'), ['contact Contact', 'agent Maria']);
  t.strictSame(roles('Maria (agent): Hi.\nJean: Hello.\nWalt: Hello.'), [
    'agent Maria',
    'contact Jean',
    'contact Walt',
  ]);
  t.strictSame(roles('Rep: Hi.\nClient: Hello.', { agent: 'Maria', contact: 'Walt' }), [
    'agent Maria',
    'contact Walt',
  ]);
});

t.test('else who introduces themselves is the agent, which is said to be a guess', async (t) => {
  const guess = read("Walt: Hello?\nMaria: hi this is maria with bright solar\nWalt: Oh, it's you.");
  t.equal(guess.transcript.speakers.agent, 'Maria');
  t.match(guess.notes[0], /^Taking Maria for the agent/);
  t.strictSame(read(call, { agent: 'Maria' }).notes, []);
});

t.test('several voices are the contact’s unless they are the agent, which is said', async (t) => {
  const { notes, transcript } = read('Maria: Hi.\nJean: Who?\nWalt: It is for me, Jean.', { agent: 'Maria' });
  t.equal(transcript.speakers.contact, 'Walt');
  t.strictSame(notes, ["On the contact's side: Jean, Walt."]);
});

t.test('a mailbox needs the name of one of them only', async (t) => {
  t.strictSame(roles('Maria: Call me back, please.', { contact: 'Walt' }), ['agent Maria']);
  t.equal(read('Maria: Call me back, please.', { contact: 'Walt' }).transcript.speakers.contact, 'Walt');
});

t.test('nothing is guessed without a reason: the error lists the speakers and what to pass', async (t) => {
  t.throws(
    () => read(call),
    /^cannot tell who is the agent\. Speakers: "Walt", "Maria"\. Add --agent with one of them$/,
  );
  t.throws(() => read(call, { agent: 'Bob' }), /^no speaker is called "Bob"\. Speakers: "Walt", "Maria"/);
});

t.test('two people of one name are told apart by their roles', async (t) => {
  const segments = [
    { role: 'agent', speaker: 'Sam', text: 'Hi.' },
    { role: 'contact', speaker: 'Sam', text: 'Hello.' },
  ];
  t.strictSame(roles(JSON.stringify({ segments })), ['agent Sam', 'contact Sam']);
});

t.test('missing times are those of 150 words a minute, and never reach into the next line', async (t) => {
  const spans = (text: string) =>
    read(text).transcript.segments.map(({ start_time, end_time }) => [start_time, end_time]);
  t.strictSame(spans('A: one two three four five\nC: yes'), [
    [0, 2],
    [2.4, 2.8],
  ]);
  t.strictSame(spans('[00:10] A: one two three four five\n[00:11] C: yes\n[00:11] A: no'), [
    [10, 11],
    [11, 11],
    [11, 11.4],
  ]);
});

t.test('a transcript of the API stays as it is', async (t) => {
  const transcript = {
    engine: { name: 'pocketsphinx', version: '0.8', model: 'en-us' },
    quality: 'low',
    language: 'en',
    channels: 'dual',
    duration_seconds: 12.5,
    speakers: { agent: 'Maria', contact: 'Walt', method: 'introduction', confidence: 0.9 },
    segments: [{ role: 'agent', speaker: 'Maria', start_time: 1, end_time: 2, text: 'Hi.', confidence: 0.5 }],
  };
  t.same(read(JSON.stringify(transcript)).transcript, transcript);
});
