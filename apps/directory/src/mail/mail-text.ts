/** Names come from clients; a long one must not carry a message of its own. */
const NAME_MAX_LENGTH = 100;

/** A name on one line: without line breaks and other control characters, and without marks of text direction. */
export function oneLine(name: string): string {
  const line = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  const characters = [...line];
  if (characters.length <= NAME_MAX_LENGTH) return line;
  return `${characters.slice(0, NAME_MAX_LENGTH - 1).join('')}…`;
}

/** Paragraphs of HTML as a page. */
export function page(paragraphs: readonly string[]): string {
  const body = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  return `<!doctype html>\n<html lang="en">\n<body style="font-family: sans-serif">\n${body}\n</body>\n</html>\n`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
