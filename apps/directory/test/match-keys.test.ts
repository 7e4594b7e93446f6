import t from 'tap';
import { foldCase, phoneDigits } from '../src/match-keys.ts';

t.test('one number written in several ways has one key', async (t) => {
  const forms = [
    '+44 20 7946 0958',
    '+44 (0)20 7946 0958',
    '0044 20 7946 0958',
    '+44-20-7946-0958',
    '+442079460958 ext. 5',
    '442079460958',
  ];
  for (const form of forms) t.equal(phoneDigits(form), '442079460958', form);
});

t.test('a number without its country code is compared by its digits', async (t) => {
  t.equal(phoneDigits('(415) 555-2671'), '4155552671');
  t.equal(phoneDigits('415.555.2671'), '4155552671');
});

t.test('text that is not a telephone number keeps its digits', async (t) => {
  t.equal(phoneDigits('+1 555 12'), '155512');
  t.equal(phoneDigits('extension 12'), '12');
  t.equal(phoneDigits('unknown'), '');
  t.equal(phoneDigits(''), '');
});

t.test('case is folded beyond ASCII and in any locale', async (t) => {
  t.equal(foldCase('ÉLODIE.I@Example.COM'), 'élodie.i@example.com');
});
