import { dayOrInstant, ScriptedCall } from '@debrief/contracts/scripted-call';
import { violationsOf } from '@debrief/contracts/violations';
import { CommandError } from '../command-error.ts';
import type { Input } from './read-input.ts';
import { splitJsonList } from './split-json-list.ts';

/** The calls of a JSON list, one after the other: a file of any length. @throws CommandError naming the call. */
export async function* readCalls(input: Input): AsyncGenerator<ScriptedCall> {
  const seen = new Map<string, number>();
  let index = 0;
  for await (const element of splitJsonList(input)) {
    const call = readCall(input.name, index, element);
    const first = seen.get(call.id);
    if (first !== undefined)
      throw faultOf(input.name, index, `its id "${call.id}" is also that of call ${first}`);
    seen.set(call.id, index);
    yield call;
    index++;
  }
  if (index === 0) throw new CommandError(`${input.name} holds no calls`);
}

/** Reads all of them and keeps none: whatever is printed later, no call breaks the format. */
export async function checkCalls(input: Input): Promise<void> {
  for await (const _call of readCalls(input));
}

function readCall(file: string, index: number, element: string): ScriptedCall {
  let call: ScriptedCall;
  try {
    call = JSON.parse(element) as ScriptedCall;
  } catch (error) {
    throw faultOf(file, index, `broken JSON: ${(error as Error).message}`);
  }
  const [fault] = violationsOf(ScriptedCall, call);
  if (fault !== undefined) throw faultOf(file, index, fault.replace('The body', 'it'), call);
  try {
    for (const date of [call.occurred_at, call.date]) if (date !== undefined) dayOrInstant(date);
  } catch (error) {
    throw faultOf(file, index, (error as Error).message, call);
  }
  return call;
}

function faultOf(file: string, index: number, fault: string, call?: { id?: unknown } | null): CommandError {
  const id = typeof call?.id === 'string' && call.id !== '' ? ` ("${call.id}")` : '';
  return new CommandError(`${file}: call ${index}${id}, counted from 0: ${fault}`);
}
