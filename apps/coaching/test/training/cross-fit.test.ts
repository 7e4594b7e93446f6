import t from 'tap';
import { foldOf, folds, withoutWriter, writersOf } from '../../training/cross-fit.ts';
import { loadSources } from '../../training/load-texts.ts';

const calls = loadSources('calls');
const writers = writersOf(calls);

t.test('a call gets what was learnt without its writer, and each fold is loaded once', async (t) => {
  const loaded: number[] = [];
  const learnt = withoutWriter((fold) => {
    loaded.push(fold);
    return { fold };
  });
  for (const { writer, excerpt } of calls) {
    if (learnt(excerpt)?.fold !== foldOf(writer, writers)) t.fail(excerpt.id);
  }
  t.strictSame(loaded.toSorted(), folds);
});

t.test('nothing was learnt from a call that is not in the collection', async (t) => {
  const learnt = withoutWriter(() => ({}));
  t.equal(learnt({ id: 'nobody-01' }), null);
});
