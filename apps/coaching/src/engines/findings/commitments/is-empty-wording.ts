import type { Action } from './find-actions.ts';

/** `I can put a note` may be promised; less than that only tells. */
const OFFERED = 0.7;

/** Whether a wording promises too little to be quoted. */
export function isEmptyWording(action: Action): boolean {
  const [verb, object] = action.words;
  // `I'll leave you to it`, `I'll let you go` are goodbyes.
  const isFarewell =
    (['leave', 'let'].includes(verb?.text ?? '') && ['it', 'you', 'that'].includes(object?.text ?? '')) ||
    leavesAlone(action);
  return action.weight < OFFERED || action.isNegated || isFarewell;
}

/** `I'll leave you be till then` is nothing to do. */
function leavesAlone({ words }: Action): boolean {
  const texts = words.map(({ text }) => text);
  return texts.some(
    (text, i) =>
      ['leave', 'let'].includes(text) &&
      texts[i + 1] === 'you' &&
      ['be', 'alone'].includes(texts[i + 2] ?? ''),
  );
}
