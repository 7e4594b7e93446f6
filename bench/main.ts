/** `npm run bench -- NAME …`: what other commands measure is passed on to them. */
const others: Readonly<Record<string, string>> = { pipeline: './pipeline/main.ts' };

const other = others[process.argv[2] ?? ''];
if (other === undefined) {
  await import('./http/main.ts');
} else {
  process.argv.splice(2, 1);
  await import(other);
}
