import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';

/**
 * Runs test files one after the other, as its parent names them. Each is a test of tap's root, and what it imports as
 * `tap` is that test: its hooks, teardowns and time limit are its own. Modules are loaded once for all of them.
 */
const FILE_TIMEOUT_MS = 300_000;
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
process.on('message', async ({ file }: { file: string | null }) => {
  if (file === null) {
    process.disconnect();
    setTimeout(giveUp, END_TIMEOUT_MS).unref();
    return;
  }
  const { href } = pathToFileURL(path.resolve(file));
  await t.test(file, { timeout: FILE_TIMEOUT_MS }, async (test) => {
    testOf.set(href, test);
    await import(href);
  });
  askForFile();
});
askForFile();

function giveUp(): never {
  process.stderr.write(`The tests left something running: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exit(1);
}

function askForFile(): void {
  // tap lets a process end that has nothing but this channel.
  process.channel?.ref();
  process.send?.('next');
}
