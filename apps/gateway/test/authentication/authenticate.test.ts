import t from 'tap';
import { credentialsOf } from '../../src/authentication/authenticate.ts';

t.test('either header may carry the key, and both may carry the same value', async (t) => {
  t.equal(credentialsOf({ 'x-api-key': 'k' }), 'k');
  t.equal(credentialsOf({ authorization: 'Bearer k' }), 'k');
  t.equal(credentialsOf({ authorization: 'bearer  k ' }), 'k');
  t.equal(credentialsOf({ 'x-api-key': 'k', authorization: 'Bearer k' }), 'k');
});

t.test('without a key, with another scheme or with two different keys there is none', async (t) => {
  for (const headers of [
    {},
    { 'x-api-key': '' },
    { authorization: 'k' },
    { authorization: 'Basic k' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer a b' },
    { 'x-api-key': 'k', authorization: 'Bearer other' },
    { 'x-api-key': 'k', authorization: 'Basic k' },
  ]) {
    t.equal(credentialsOf(headers), null, JSON.stringify(headers));
  }
});
