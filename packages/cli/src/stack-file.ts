import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { CommandError } from './command-error.ts';

/** What `npm start` writes to `<data-dir>/stack.json` while it runs. */
export const Stack = Type.Object({
  base_url: Type.String(),
  nats_url: Type.String(),
  database_url: Type.String(),
  processes: Type.Array(Type.Object({ name: Type.String(), pid: Type.Integer(), health_url: Type.String() })),
});
export type Stack = Static<typeof Stack>;

export function stackFile(dataDir: string): string {
  return join(resolve(dataDir), 'stack.json');
}

/** @throws CommandError when nothing runs from the data folder. */
export async function readStack(dataDir: string): Promise<Stack> {
  let text: string;
  try {
    text = await readFile(stackFile(dataDir), 'utf8');
  } catch (cause) {
    throw new CommandError(`No Debrief runs from ${resolve(dataDir)}. Start one with: npm start`, { cause });
  }
  try {
    return Value.Parse(Stack, JSON.parse(text));
  } catch (cause) {
    throw new CommandError(`${stackFile(dataDir)} is damaged; stop Debrief and start it again`, { cause });
  }
}
