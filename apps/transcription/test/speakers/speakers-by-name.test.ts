import t from 'tap';
import { nameSpeakers, type SpokenSegment } from '../../src/speakers/name-speakers.ts';
import { CALLS, type NamedCall } from './named-calls.ts';

type Line = readonly [voice: 0 | 1, text: string];

function spoken(lines: readonly Line[]): SpokenSegment[] {
  return lines.map(([voice, text], i) => ({
    voice,
    startTime: i * 4,
    endTime: i * 4 + 3,
    text,
    confidence: 0.8,
  }));
}

function swapped(segments: readonly SpokenSegment[]): SpokenSegment[] {
  return segments.map((segment) => ({ ...segment, voice: segment.voice === 0 ? 1 : 0 }));
}

/** In a call's lines the agent is voice 0. */
const linesOf = ({ lines }: NamedCall): Line[] =>
  lines.map(([role, text]) => [role === 'agent' ? 0 : 1, text]);

for (const call of CALLS) {
  t.test(`names the speakers of ${call.about}`, async (t) => {
    const segments = spoken(linesOf(call));
    const naming = nameSpeakers(segments, call.names, call.incoming);
    t.equal(naming.agentVoice, 0);
    t.equal(naming.method, call.method);
    t.ok(naming.confidence > 0 && naming.confidence <= 1);
    t.same(
      nameSpeakers(swapped(segments), call.names, call.incoming),
      { ...naming, agentVoice: 1 },
      'exchanged voices exchange the answer',
    );
    const unknown = nameSpeakers(segments, call.names, null);
    t.equal(unknown.agentVoice, 0, 'also when the direction is unknown');
  });
}

t.test('names the speakers of most calls of which every fifth word is lost or wrong', (t) => {
  let right = 0;
  let tried = 0;
  for (const call of CALLS.filter(({ method, isBrief }) => method !== 'opening' && !isBrief)) {
    for (let offset = 0; offset < 10; offset++) {
      const segments = spoken(misheard(linesOf(call), offset));
      tried++;
      if (nameSpeakers(segments, call.names, call.incoming).agentVoice === 0) right++;
    }
  }
  t.ok(right / tried > 0.95, `${right} of ${tried}`);
  t.end();
});

/** Every fifth word by turns left out and replaced, from different words on. */
function misheard(lines: readonly Line[], offset: number): Line[] {
  let at = offset;
  return lines.map(([voice, text]) => [
    voice,
    text
      .split(' ')
      .flatMap((word) => {
        at++;
        if (at % 5 !== 0) return [word];
        return at % 10 === 0 ? [] : ['the'];
      })
      .join(' '),
  ]);
}

t.test('believes a name said outright more than the manner of a whole call', async (t) => {
  const names = { agent: 'Olga Petrova', contact: 'Brian Cole' };
  const { lines } = CALLS.find(({ method }) => method === 'manner') as NamedCall;
  const segments = spoken(lines.map(([role, text]) => [role === 'agent' ? 0 : 1, text]));
  t.equal(nameSpeakers(segments, names, null).agentVoice, 0);
  const introduced = spoken([
    [0, 'this is brian cole'],
    [1, 'this is olga petrova'],
  ]);
  const all = [...introduced, ...segments.map((one) => ({ ...one, startTime: one.startTime + 10 }))];
  t.match(nameSpeakers(all, names, null), { agentVoice: 1, method: 'introduction' });
});

t.test('takes what is said before the other speaks for one beginning, pauses or not', async (t) => {
  const names = { agent: 'Kim Lee', contact: 'Ravi Shah' };
  const [one, other] = ['hello there are two of these', 'and they stand beside the old gate'];
  const answer: Line = [1, 'where is that'];
  const paused = spoken([[0, one], [0, other], answer]);
  t.same(
    nameSpeakers(paused, names, false),
    nameSpeakers(spoken([[0, `${one} ${other}`], answer]), names, false),
  );
});

t.test('is surer of names said outright than of a manner of asking', async (t) => {
  const names = { agent: 'Anna Weber', contact: 'John Miller' };
  const outright = nameSpeakers(
    spoken([
      [1, 'hello'],
      [0, 'hi john this is anna'],
    ]),
    names,
    false,
  );
  const asking = nameSpeakers(
    spoken([
      [0, 'what did you say'],
      [1, 'it was nothing'],
    ]),
    names,
    null,
  );
  t.equal(outright.method, 'introduction');
  t.ok(outright.confidence > 0.7 && asking.confidence < 0.5);
});

t.test('gives exchanged names exchanged speakers when names are all there is', async (t) => {
  const segments = spoken([
    [0, 'good day my name is maria lopez'],
    [1, 'i am peter brown'],
  ]);
  const maria = nameSpeakers(segments, { agent: 'Maria Lopez', contact: 'Peter Brown' }, null);
  const peter = nameSpeakers(segments, { agent: 'Peter Brown', contact: 'Maria Lopez' }, null);
  t.equal(maria.agentVoice, 0);
  t.equal(peter.agentVoice, 1);
});

t.test('is not misled by everyday words that sound like a name', async (t) => {
  const segments = spoken([
    [1, 'hello'],
    [0, 'hi mark this is great timing i am calling about your letter'],
    [1, 'i am fine but i am going now this is grate'],
  ]);
  t.equal(nameSpeakers(segments, { agent: 'Will Stone', contact: 'Greta Fein' }, false).agentVoice, 0);
});

const outgoing = { agent: 'Dominic Ferrara', contact: 'Helen Tsang' };
for (const [about, agent, contact] of [
  ['a name whose end is heard as another word', 'ellen dominated auto', 'who is this'],
  ['somebody who is asked for', 'is helen there', 'who wants her'],
  ['a whole name that is asked for', 'helen tsang please', 'one moment'],
  [
    'somebody who is asked for by words that are heard wrongly',
    'hi they saw if helen bought a fence with us in the town last week',
    'no',
  ],
] as const) {
  t.test(`names by ${about}`, async (t) => {
    const lines: Line[] = [
      [0, agent],
      [1, contact],
    ];
    const { agentVoice } = nameSpeakers(spoken(lines), outgoing, false);
    t.equal(agentVoice, 0);
    t.equal(nameSpeakers(swapped(spoken(lines)), outgoing, false).agentVoice, 1);
  });
}

t.test('never swaps a speaker who says a name, however the two talk', async (t) => {
  const lines: Line[] = [
    [0, 'hello my name is dominic'],
    [1, 'hi how are you today have you got a minute to talk about your account'],
    [0, 'no thanks i already have one how much is it'],
    [1, 'we can offer you a discount would you like that'],
  ];
  for (const incoming of [true, false, null])
    t.equal(nameSpeakers(spoken(lines), outgoing, incoming).agentVoice, 0, String(incoming));
});

t.test('takes a service that screens calls for the side that is called', async (t) => {
  const lines: Line[] = [
    [1, 'hi the person you are calling is using a screening service please say your name and why'],
    [0, 'yes it is about the fence'],
    [1, 'thank you please hold while i try to reach them'],
    [0, 'okay'],
  ];
  t.equal(nameSpeakers(spoken(lines), outgoing, false).agentVoice, 0);
});

t.test('takes a lone voice for the agent unless it says otherwise', async (t) => {
  const names = { agent: 'Anna Weber', contact: 'John Miller' };
  const message: Line[] = [[1, 'please call me back tomorrow']];
  t.equal(nameSpeakers(spoken(message), names, false).agentVoice, 1);
  const customer: Line[] = [[1, 'this is john miller i have a question about my bill call me back']];
  t.equal(nameSpeakers(spoken(customer), names, true).agentVoice, 0);
});

t.test('answers for nobody, for empty texts and for missing names', async (t) => {
  const names = { agent: '', contact: '+1 555 010 0200' };
  t.same(nameSpeakers([], names, null), { agentVoice: 0, method: 'none', confidence: 0 });
  t.same(nameSpeakers(spoken([[1, ' … ']]), names, null), { agentVoice: 0, method: 'none', confidence: 0 });
  const segments = spoken([
    [0, 'hello'],
    [1, 'i am calling from the bank'],
  ]);
  t.equal(nameSpeakers(segments, names, false).agentVoice, 1);
});

t.test('reads punctuation and capitals as well as bare words', async (t) => {
  const segments = spoken([
    [1, 'Hello?'],
    [0, 'Hi, José! This is Zoë, from Lumen. How’s it going?'],
  ]);
  const naming = nameSpeakers(segments, { agent: 'Zoë Martin', contact: 'José Díaz' }, false);
  t.same([naming.agentVoice, naming.method], [0, 'introduction']);
});

t.test('does not take words of another language for English ones', async (t) => {
  const segments = spoken([
    [0, 'was kostet das denn jetzt und was kann man da machen'],
    [1, 'das haben wir gestern schon besprochen und es bleibt dabei'],
  ]);
  const { method } = nameSpeakers(segments, { agent: 'Anna Weber', contact: 'Uwe Lang' }, null);
  t.not(method, 'manner');
});

t.test('copes with a very long call and with a very long word', async (t) => {
  const lines = CALLS.flatMap(linesOf);
  const long = Array.from({ length: 400 }, () => lines).flat();
  const names = { agent: 'Anna Weber', contact: 'John Miller' };
  t.equal(nameSpeakers(spoken(long), names, false).agentVoice, 0);
  t.equal(nameSpeakers(spoken([[0, `this is ${'a'.repeat(500_000)}`]]), names, false).agentVoice, 0);
});
