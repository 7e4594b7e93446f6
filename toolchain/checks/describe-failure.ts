import type { TapFailure } from './tap-results.ts';

/** Of a test process; what matters of it is said by the rest. */
const noise = new Set([
  'args',
  'command',
  'cwd',
  'stdio',
  'externalID',
  'compare',
  'tapCaught',
  'jobId',
  'tapError',
]);

/** A failing assertion for the person who mends it: where it is, and what was expected. */
export function describeFailure(folder: string, { path, details }: TapFailure): string {
  const [file, ...names] = path;
  const lines = [`✗ ${folder}/${file}${names.length > 0 ? ` › ${names.join(' › ')}` : ''}`];
  for (const [key, value] of Object.entries(details)) {
    if (noise.has(key) || value === null || value === undefined) continue;
    const text = key === 'at' ? place(value) : plain(value);
    lines.push(
      ...(text.includes('\n') ? [`${key}:`, ...indent(text)] : [`${key}: ${text}`]).map(
        (line) => `    ${line}`,
      ),
    );
  }
  return lines.join('\n');
}

function plain(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).trimEnd();
}

function place(value: unknown): string {
  const { fileName, lineNumber, columnNumber } = value as Record<string, unknown>;
  return fileName ? `${fileName}:${lineNumber}:${columnNumber}` : plain(value);
}

function indent(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`);
}
