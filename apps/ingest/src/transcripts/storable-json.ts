/**
 * JSON whose texts Postgres can also read: its json functions refuse an escaped NUL or half a surrogate pair, which a
 * speech engine may well answer, and the transcript could then be stored but never served.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '').toWellFormed() : part,
  );
}
