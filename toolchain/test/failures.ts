const FAILURES_SHOWN = 30;
const LINES_SHOWN = 10;
/** Of one key, so that a long difference leaves room for its place. */
const LINES_OF_A_KEY = 7;
const LINE_LENGTH = 200;
/** tap's diagnostics also hold the source around a place, and of a file how it was started. */
const LEFT_OUT = new Set(['at', 'source', 'stdio', 'cwd', 'externalID', 'command', 'args', 'compare']);

export interface Failure {
  /** The test file. */
  file: string;
  /** The tests around the assertion, outermost first, and its message. */
  path: string[];
  diagnostics: string[];
}

export interface FailedTask {
  /** The folder whose tests failed, or the check. */
  name: string;
  failures: Failure[];
}

/** What failed, by folder, file and test: a long log hides it. */
export function describeFailures(tasks: FailedTask[]): string[] {
  const lines: string[] = [];
  let left = FAILURES_SHOWN;
  for (const { name, failures } of tasks) {
    if (failures.length === 0) lines.push(`${name}: see above`);
    for (const { file, path, diagnostics } of failures.slice(0, left)) {
      lines.push(`${name}/${file}`, `    ${path.join(' > ')}`, ...diagnostics.map((line) => `      ${line}`));
    }
    if (failures.length > left) lines.push(`${name}: ${failures.length - left} more, see above`);
    left = Math.max(0, left - failures.length);
  }
  return lines;
}

/** The assertions that failed in tap's output; a test or file that failed only because one inside did is left out. */
export function failuresIn(tap: string): Failure[] {
  const lines = tap.split('\n');
  const failures: Failure[] = [];
  const around: string[] = [];
  let deepest = 0;
  for (const [at, line] of lines.entries()) {
    const [, subtestIndent, subtest = ''] = /^( *)# Subtest: (.*)$/.exec(line) ?? [];
    if (subtestIndent !== undefined) around.splice(subtestIndent.length / 4, Infinity, subtest);
    const [, indent, message = ''] = /^( *)not ok \d+(?: - (.*))?$/.exec(line) ?? [];
    if (indent === undefined || / # (TODO|SKIP)\b/i.test(message)) continue;
    const depth = indent.length / 4;
    const isOfOneInside = depth < deepest;
    deepest = depth;
    if (isOfOneInside) continue;
    const [file = '', ...path] = [...around.slice(0, depth), message.replace(/ # time=\S+$/, '')];
    failures.push({ file, path, diagnostics: diagnosticsAfter(lines.slice(at + 1), indent.length + 2) });
  }
  return failures;
}

/** The YAML under a failed assertion, what differs first. */
function diagnosticsAfter(lines: string[], indent: number): string[] {
  if (lines[0]?.trim() !== '---') return [];
  const end = lines.findIndex((line) => line.trim() === '...');
  const blocks: string[][] = [];
  for (const line of lines.slice(1, end).map((text) => text.slice(indent))) {
    if (/^\w+:/.test(line)) blocks.push([line]);
    else blocks.at(-1)?.push(line);
  }
  const shown = blocks.filter(([head = '']) => !LEFT_OUT.has(head.slice(0, head.indexOf(':'))));
  shown.sort(([a = ''], [b = '']) => Number(b.startsWith('diff:')) - Number(a.startsWith('diff:')));
  return shown
    .flatMap((block) => block.slice(0, LINES_OF_A_KEY))
    .slice(0, LINES_SHOWN)
    .map((line) => line.slice(0, LINE_LENGTH));
}
