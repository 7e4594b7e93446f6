import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { CommandError } from './command-error.ts';
import { stackFile } from './stack-file.ts';

const Stack = Type.Object({
  base_url: Type.String(),
  console_url: Type.String(),
  nats_url: Type.String(),
  database_url: Type.String(),
  processes: Type.Array(Type.Object({ name: Type.String(), pid: Type.Integer(), health_url: Type.String() })),
});
/** What `npm start` writes to `<data-dir>/stack.json` while it runs. */
export type Stack = Static<typeof Stack>;

/** @throws CommandError when nothing runs from the data folder. */
export async function readStack(dataDir: string): Promise<Stack> {
  let text: string;
  try {
    text = await readFile(stackFile(dataDir), 'utf8');
  } catch (cause) {
    throw new CommandError(
      `Debrief is not running from ${resolve(dataDir)}. Start it with: npm start, or name its data folder with --data-dir`,
      { cause },
    );
  }
  try {
    return Value.Parse(Stack, JSON.parse(text));
  } catch (cause) {
    throw new CommandError(`${stackFile(dataDir)} is damaged. Restart Debrief to have it written again.`, {
      cause,
    });
  }
}
