import t from 'tap';
import { likeness, nameParts } from '../../src/speakers/name-likeness.ts';

t.test('splits a name into what may be spoken of it', (t) => {
  t.same(nameParts('José M. García-Díaz'), ['jose', 'garcia', 'diaz']);
  t.same(nameParts('+1 555 010 0200'), []);
  t.end();
});

t.test('knows a name again that is spelled otherwise or misheard', (t) => {
  const pairs = [
    ['jon', 'John'],
    ['shawn', 'Sean'],
    ['cathryn', 'Katherine'],
    ['sara', 'Sarah'],
    ['hannah', 'Anna'],
    ['jose', 'José'],
    ['steven', 'Stephen'],
    ["anna's", 'Anna'],
  ] as const;
  for (const [heard, name] of pairs) t.ok(likeness(heard, nameParts(name)) >= 0.6, `${heard} for ${name}`);
  t.end();
});

t.test('takes no other word for a name', (t) => {
  const pairs = [
    ['great', 'Greta'],
    ['well', 'Will'],
    ['fine', 'Finn'],
    ['michael', 'John'],
    ['monday', 'Anna'],
    ['', 'Anna'],
  ] as const;
  for (const [heard, name] of pairs) t.ok(likeness(heard, nameParts(name)) < 0.6, `${heard} for ${name}`);
  t.end();
});

t.test('takes an everyday word for the name it equals', (t) => {
  t.equal(likeness('will', nameParts('Will Stone')), 1);
  t.end();
});
