import t from 'tap';
import { parseWords } from '../../src/engines/pocketsphinx.ts';

t.test('word lines are read, and markers and repeated text are not', async (t) => {
  const output = [
    'hello maria',
    '<s> 0.000 0.150 1.000000',
    'hello(2) 0.160 0.550 0.999800',
    '<sil> 0.560 0.700 0.9',
    'maria 0.710 1.000 1.000100',
    '[SPEECH] 1.010 1.100 0.5',
    '++NOISE++ 1.110 1.200 0.5',
    '</s> 1.210 1.300 1.000000',
    "i'm 1.400 1.500 2e-05",
    '',
  ].join('\n');
  t.strictSame(parseWords(output), [
    { text: 'hello', startTime: 0.16, endTime: 0.55, confidence: 0.9998 },
    { text: 'maria', startTime: 0.71, endTime: 1, confidence: 1 },
    { text: "i'm", startTime: 1.4, endTime: 1.5, confidence: 0.00002 },
  ]);
  t.strictSame(parseWords(''), []);
});
