import t from 'tap';
import { compilePattern } from '../../../src/engines/built-in/patterns/compile-pattern.ts';
import { CueIndex } from '../../../src/engines/built-in/patterns/cue-index.ts';
import { isNegated } from '../../../src/engines/built-in/patterns/negation.ts';
import { documentOf } from '../../fixtures/document.ts';

const classes = { day: ['monday', 'tuesday'], later: ['<day>', 'next week'] };

function matched(pattern: string, text: string): string[] {
  const { words } = documentOf(`agent: ${text}`);
  const index = new CueIndex({ cue: { any: [pattern] } }, classes);
  const spoken = (from: number, to: number) =>
    words
      .slice(from, to)
      .map((word) => word.text)
      .join(' ');
  return index.match(words, { from: 0, to: words.length }).map(({ from, to, focus }) => {
    return focus === from ? spoken(from, to) : `${spoken(from, focus)} > ${spoken(focus, to)}`;
  });
}

t.test('an element is one of its words, a phrase, any form of a word, or a class', async (t) => {
  t.strictSame(matched('send|email me', 'please email me'), ['email me']);
  t.strictSame(matched('take_off|remove me', 'take off me'), ['take off me']);
  t.strictSame(matched('@send it', 'she is sending it'), ['sending it']);
  t.strictSame(matched('call <later>', 'call next week'), ['call next week']);
  t.strictSame(matched('call <later>', 'call monday'), ['call monday']);
});

t.test('words may be missing, and gaps take up to their number of words', async (t) => {
  t.strictSame(matched('my? wife', 'ask wife'), ['wife']);
  t.strictSame(matched('talk ~2 wife', 'talk to my wife'), ['talk to my wife']);
  t.strictSame(matched('talk ~1 wife', 'talk to my wife'), []);
});

t.test('neighbours can forbid a match, and anchors hold it to the ends', async (t) => {
  t.strictSame(matched('need !to', 'need to go'), []);
  t.strictSame(matched('need !to', 'need it'), ['need']);
  t.strictSame(matched('<!not call', 'not call'), []);
  t.strictSame(matched('^ no', 'no way'), ['no']);
  t.strictSame(matched('^ no', 'oh no'), []);
  t.strictSame(matched('thanks $', 'thanks paul'), []);
});

t.test('a pattern can point at the word it is about', async (t) => {
  t.strictSame(matched('i will ~1 > send', 'i will gladly send it'), ['i will gladly > send']);
});

t.test('a cue is ruled out by what stands in the same sentence', async (t) => {
  const { words } = documentOf('contact: if it were too expensive');
  const index = new CueIndex({ price: { any: ['too expensive'], unless: ['if ~2 were'] } }, classes);
  t.strictSame(index.match(words, { from: 0, to: words.length }), []);
});

t.test('a broken pattern is told when it is compiled', async (t) => {
  t.throws(() => compilePattern('a  b', classes), { message: /empty alternative/ });
  t.throws(() => compilePattern('<nothing>', classes), { message: /unknown class/ });
  t.throws(() => compilePattern('~3', classes), { message: /names no word/ });
  t.throws(() => new CueIndex({ cue: { any: ['~2 wife'] } }, classes), { message: /starts with a gap/ });
});

t.test('a denial reaches over words that change nothing, and no further', async (t) => {
  const negated = (text: string, word: string) => {
    const { words } = documentOf(`contact: ${text}`);
    return isNegated(
      words,
      0,
      words.findIndex((own) => own.text === word),
    );
  };
  t.ok(negated('it is not too expensive', 'expensive'));
  t.ok(negated("I don't think that is expensive", 'expensive'));
  t.notOk(negated('I do not want it because that price is expensive', 'expensive'));
});
