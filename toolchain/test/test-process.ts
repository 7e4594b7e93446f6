import { once } from 'node:events';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';

/**
 * Runs test files one after the other, as its parent names them. Each is a test of tap's root, and what it imports as
 * `tap` is that test: its hooks, teardowns and time limit are its own. Modules are loaded once for all of them.
 */
const FILE_TIMEOUT_MS = 900_000;
const END_TIMEOUT_MS = 10_000;
const SCHEME = 'test-of:';
const key = 'debrief-test-of-file';
const testOf = new Map<string, Test>();
Object.assign(globalThis, { [key]: testOf });

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'tap' || !testOf.has(context.parentURL ?? '')) return next(specifier, context);
    return { url: `${SCHEME}${context.parentURL}`, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith(SCHEME)) return next(url, context);
    const file = JSON.stringify(url.slice(SCHEME.length));
    return {
      format: 'module',
      source: `export default globalThis['${key}'].get(${file});`,
      shortCircuit: true,
    };
  },
});

t.setTimeout(0);
// tap lets a process end that has nothing but its channel to the parent.
const alive = setInterval(() => {}, FILE_TIMEOUT_MS);
runNextFile();

/** The root ends when it has nothing to do, so it waits for the next file before the last one has ended. */
function runNextFile(): void {
  t.waitOn(askForFile(), ({ value: file }) => {
    if (file !== null) {
      runFile(file);
      return;
    }
    clearInterval(alive);
    process.disconnect();
    setTimeout(giveUp, END_TIMEOUT_MS).unref();
  });
}

async function askForFile(): Promise<string | null> {
  process.send?.('next');
  const [{ file }] = await once(process, 'message');
  return file;
}

function runFile(file: string): void {
  const { href } = pathToFileURL(path.resolve(file));
  t.test(file, { timeout: FILE_TIMEOUT_MS }, async (test) => {
    test.teardown(runNextFile);
    testOf.set(href, test);
    await import(href);
  });
}

function giveUp(): never {
  process.stderr.write(`The tests left something running: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exit(1);
}
