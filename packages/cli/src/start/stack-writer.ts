import { rmSync } from 'node:fs';
import type { Stack } from '../read-stack.ts';
import { stackFile } from '../stack-file.ts';
import { writeAtomically } from './write-atomically.ts';

/** With Postgres and NATS; the pid of a server that is not ours is null. */
export interface WholeStack extends Stack {
  servers: { name: string; pid: number | null }[];
}

export interface StackWriter {
  turnOn(read: () => WholeStack): void;
  /** Something was restarted: another pid, another health URL. */
  update(): void;
  remove(): void;
}

/** Keeps `stack.json`, which the operator's commands read, in step with what runs. */
export function createStackWriter(dataDir: string): StackWriter {
  const file = stackFile(dataDir);
  let stack: (() => WholeStack) | null = null;
  function update(): void {
    if (stack !== null) writeAtomically(file, `${JSON.stringify(stack(), null, 2)}\n`);
  }
  return {
    update,
    turnOn(read) {
      stack = read;
      update();
    },
    remove() {
      stack = null;
      rmSync(file, { force: true });
    },
  };
}
