const COUNT = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d+)';

/** What lacks its object, or whoever it is for: `draw up two`, `leave the email`, `do on site`. */
const LACKING = [
  new RegExp(`^(?!Call|Ring|Phone|Try)\\S+(?: (?:up|out|down))? ${COUNT}(?:,|$)`, 'i'),
  /^(?:Call|Ring|Phone|Try) for\b/i,
  /^Leave the \S+$/i,
  /^Do (?!not\b)/i,
  /(?<!heard) from (?:them|him|her)$/i,
  /\b(?:some|any)thin\b/i,
];
/** `Ring ten o'clock`. */
const CALLED_AT = new RegExp(`^(Call|Ring|Phone|Try) (${COUNT}\\b)`, 'i');
/** `I'll pop you over to the card line` is done at once. */
const CONNECTING = /^(?:Pop|Put|Transfer|Switch|Pass) .*\b(?:over to|through to|on) the\b.* line\b/i;

/** A task as it reads best; null where it lacks something, or is over before the call is. */
export function wholeTask(text: string, other: string): string | null {
  if (CONNECTING.test(text) || LACKING.some((pattern) => pattern.test(text))) return null;
  return text
    .replace(/^((?:Send|Email|Text|Mail|Share) .+?) to both of them\b/, '$1')
    .replace(new RegExp(`^Have ${RegExp.escape(other)} (an? [\\p{L}-]+)`, 'u'), `Have $1 for ${other}`)
    .replace(CALLED_AT, `$1 ${other} at $2`)
    .replace(/, gimme\b.*$/i, '');
}
