import { readFileSync } from 'node:fs';
import t from 'tap';
import { findPassages, findStretches } from '../../../../src/engines/built-in/classifier/find-stretches.ts';
import { loadModel } from '../../../../src/engines/built-in/classifier/load-model.ts';
import { decodeModel, encodeModel } from '../../../../src/engines/built-in/classifier/model-file.ts';
import { evaluate, type Network } from '../../../../src/engines/built-in/classifier/network.ts';
import { readConversation } from '../../../../src/engines/built-in/classifier/read-conversation.ts';
import { readWords } from '../../../../src/engines/built-in/classifier/read-words.ts';
import { unitFeatures } from '../../../../src/engines/built-in/classifier/unit-features.ts';
import { chance } from '../../../../src/engines/conversation/conversation.ts';
import { bare, context, conversation } from '../../../fixtures/conversation.ts';

const model = loadModel();
const read = (...lines: string[]) => readConversation(model, conversation(...lines), context);

t.test(
  'names, numbers and days are read as what they are, and marks belong to the word before',
  async (t) => {
    const [turn] = readWords(conversation('contact: Paul here. Is it Thursday, at 5?'));
    t.strictSame(
      turn?.words.map(({ token, mark }) => token + mark),
      ['<contact>', 'here.', 'is', 'it', '<day>,', 'at', '<number>?'],
    );
  },
);

t.test('an ellipsis and a title end no sentence', async (t) => {
  const [turn] = readWords(conversation('agent: Mr. Wu... well.'));
  t.strictSame(
    turn?.words.map(({ mark }) => mark),
    ['', ',', '.'],
  );
});

t.test('segments of one speaker are one turn, and a stretch stays in its segment', async (t) => {
  const { turns, stretches, transcript } = read(
    'agent: Hello, how are you',
    'agent: today, Paul?',
    'contact: Fine.',
  );
  t.strictSame(
    turns.map(({ role }) => role),
    ['agent', 'contact'],
  );
  for (const { segment, start, end, text } of stretches)
    t.equal(transcript.segments[segment]?.text.slice(start, end), text);
});

t.test('sentences are stretches, also where nobody wrote the marks', async (t) => {
  const line = 'agent: Hi Paul, this is Maria from Northgate Windows. How old are your windows?';
  t.ok(read(line).stretches.some(({ text }) => text === 'How old are your windows?'));
  t.ok(read(bare(line)).stretches.some(({ text }) => text.startsWith('how old are')));
});

t.test('a speech without an end is cut, and so is what is judged of it at once', async (t) => {
  const [turn] = readWords(conversation(`agent: ${'and so on '.repeat(1000)}`));
  if (turn === undefined) throw new Error('no turn');
  const stretches = findStretches(model, turn, 0);
  t.ok(stretches.every(({ from, to }) => to - from <= 60));
  t.ok(findPassages(stretches).every(({ from, to }) => to - from <= 120));
});

t.test('plain words are understood in either writing, and never as what the other side does', async (t) => {
  const lines = [
    'agent: Hi, is this Paul? This is Maria Lopez from Northgate Windows.',
    'contact: Yes, this is Paul.',
    'agent: New windows would cost you nine thousand dollars.',
    'contact: Nine thousand is a lot of money for us.',
    'agent: I understand. Could I come by on Thursday at five and measure?',
    'contact: No. Please take me off your list and do not call again.',
  ];
  for (const { stretches } of [read(...lines), read(...lines.map(bare))]) {
    const most = (act: Parameters<typeof chance>[1]) =>
      Math.max(...stretches.map((stretch) => chance(stretch, act)));
    t.ok(most('identify_company') > 0.5, 'company');
    t.ok(most('object:price') > 0.2, 'price');
    t.ok(most('propose_time') > 0.5, 'time');
    t.ok(most('opt_out') > 0.5, 'opt-out');
    const agent = stretches.filter(({ role }) => role === 'agent');
    t.ok(agent.every((stretch) => chance(stretch, 'opt_out', 'object:price', 'buy') === 0));
  }
});

t.test('an excerpt has no place in its call, and the two sides share no feature', async (t) => {
  const turns = readWords(conversation('agent: Yes.', 'contact: Yes.'));
  const of = (turn: number, isExcerpt: boolean) =>
    new Set(unitFeatures(turns, { turn, from: 0, to: 1 }, isExcerpt)[0]);
  t.ok(of(0, true).size < of(0, false).size);
  t.strictSame(
    [...of(0, false)].filter((feature) => of(1, false).has(feature)),
    [],
  );
});

t.test('the network sums the known rows of a bag and bends the hidden layer', async (t) => {
  const network: Network = {
    embeddings: [
      {
        size: 1,
        hashes: Uint32Array.of(5, 9),
        scales: Uint8Array.of(1, 2),
        unit: 0.5,
        rows: Uint8Array.of(4 + 8, -2 + 8),
      },
    ],
    hidden: { inputs: 1, outputs: 2, weights: Float32Array.of(1, -1), biases: Float32Array.of(0, 0) },
    output: { inputs: 2, outputs: 1, weights: Float32Array.of(3, 10), biases: Float32Array.of(1) },
  };
  t.equal(evaluate(network, [[5, 77]])[0], 7, 'row 4 × 0.5 = 2; the other hidden unit is shut');
  t.equal(evaluate(network, [[9]])[0], 21, '-2 opens the other unit alone');
  t.equal(evaluate(network, [[]])[0], 1);
});

t.test('the model file is small, and comes back as it was written', async (t) => {
  const file = new URL('../../../../src/engines/built-in/classifier/acts.model', import.meta.url);
  const bytes = readFileSync(file);
  t.ok(bytes.length <= 2_000_000, `${bytes.length} bytes`);
  t.strictSame(Buffer.from(encodeModel(decodeModel(bytes))), bytes);
});
