import { dropBundle, makeBundle } from '../bundles/make-bundle.cjs';

/** The three hundred modules of tap become one. */
export async function prepareTap(root: string): Promise<void> {
  dropBundle(root, 'tap');
  // By this place tap leaves its own calls out of stack traces.
  await makeBundle(root, '.', ['tap'], '@tapjs/tap');
}
