import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Checks that every file or folder that README.md, docs/ and the READMEs of apps and packages link to exists. */
const root = path.resolve(import.meta.dirname, '..');
const pages = globSync(['README.md', 'docs/**/*.md', '{apps,packages}/*/README.md'], { cwd: root }).sort();
const missing = pages.flatMap((page) =>
  linksOf(readFileSync(path.join(root, page), 'utf8'))
    .filter((link) => !existsSync(path.resolve(root, path.dirname(page), link)))
    .map((link) => `${page} links to ${link}, which does not exist`),
);
for (const line of missing) process.stderr.write(`${line}\n`);
if (missing.length > 0) process.exitCode = 1;

/** The targets of `[text](target)` outside of code, without addresses and headings. */
function linksOf(markdown: string): string[] {
  const text = markdown.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.replace(/#.*$/, ''));
  return targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target)).map(decodeURI);
}
