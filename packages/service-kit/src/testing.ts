import { readFile } from 'node:fs/promises';
import type { TObject } from '@sinclair/typebox';
import { describeSettings } from './config.ts';

type SettingRow = ReturnType<typeof describeSettings>[number];

/**
 * The settings in an app's README and those of its schema, for a test that compares them. The README's table is
 * `| Variable | Default | Meaning |` with names and defaults in backticks.
 */
export async function readmeSettings(
  readme: URL,
  settings: TObject,
): Promise<{ documented: SettingRow[]; declared: SettingRow[] }> {
  const lines = (await readFile(readme, 'utf8')).split('\n');
  const start = lines.findIndex((line) => /^\|\s*Variable\s*\|\s*Default\s*\|\s*Meaning\s*\|$/.test(line));
  const documented: SettingRow[] = [];
  for (const line of start === -1 ? [] : lines.slice(start + 2)) {
    if (!line.startsWith('|')) break;
    const [name = '', fallback = '', ...meaning] = line.slice(1, -1).split(/(?<!\\)\|/);
    documented.push({
      name: unquote(name),
      default: unquote(fallback),
      meaning: meaning.join('|').replaceAll('\\|', '|').trim(),
    });
  }
  return { documented, declared: describeSettings(settings) };
}

function unquote(cell: string): string {
  return cell.trim().replace(/^`(.*)`$/, '$1');
}
