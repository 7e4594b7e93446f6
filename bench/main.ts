import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** `npm run bench -- NAME …`: measures one subject, or without a name all of them, one after the other. */
const subjects: Readonly<Record<string, string>> = {
  reads: './http/main.ts',
  submissions: './http/main.ts',
  lists: './http/main.ts',
  pages: './http/pages.ts',
  overload: './http/overload.ts',
  start: './start/main.ts',
  pipeline: './pipeline/main.ts',
};
/** These find out by their name what to measure. */
const named = './http/main.ts';

const name = process.argv[2] ?? '';
const subject = subjects[name] ?? (name === '' ? null : named);
if (subject === null) await measureAll();
else {
  if (subject !== named) process.argv.splice(2, 1);
  await import(subject);
}

/** Each in a process of its own, so that none is measured beside what another has left behind. */
async function measureAll(): Promise<void> {
  for (const one of Object.keys(subjects)) {
    process.stderr.write(`bench: ${one}\n`);
    const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, one], {
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal));
    const [status] = await once(child, 'exit');
    if (status === 0) continue;
    process.exitCode = status ?? 1;
    // One that was stopped ends all; one that failed does not hold up the others.
    if (status === 130 || status === null) return;
  }
}
