import { rmSync } from 'node:fs';
import { type Stack, stackFile } from '../stack-file.ts';
import { writeWhole } from './write-whole.ts';

/** With Postgres and NATS, whose process is null where somebody else runs them. */
export interface WholeStack extends Stack {
  servers: { name: string; pid: number | null }[];
}

export interface StackWriter {
  turnOn(read: () => WholeStack): void;
  /** Something was started again: another pid, another health URL. */
  update(): void;
  remove(): void;
}

/** Keeps `stack.json` in step with what runs: for the operator's commands, and for whoever watches. */
export function createStackWriter(dataDir: string): StackWriter {
  const file = stackFile(dataDir);
  let stack: (() => WholeStack) | null = null;
  function update(): void {
    if (stack !== null) writeWhole(file, `${JSON.stringify(stack(), null, 2)}\n`);
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
