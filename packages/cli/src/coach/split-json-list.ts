import { CommandError } from '../command-error.ts';
import type { Input } from './read-input.ts';

/** The elements of a JSON list as text, while it is read. @throws CommandError when it is not one whole list. */
export async function* splitJsonList(input: Input): AsyncGenerator<string> {
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let isOver = false;
  let element = '';
  for await (const text of input.text()) {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const mark = text.charAt(at);
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (mark === '\\') isEscaped = true;
        else if (mark === '"') isString = false;
        continue;
      }
      if (mark === ' ' || mark === '\n' || mark === '\r' || mark === '\t') continue;
      if (isOver || (depth === 0 && mark !== '[')) throw notOneList(input.name);
      if (mark === '"') isString = true;
      else if (mark === '[' || mark === '{') {
        depth++;
        if (depth === 1) from = at + 1;
      } else if ((mark === ',' && depth === 1) || (depth === 1 && mark === ']')) {
        element += text.slice(from, at);
        from = at + 1;
        if (element.trim() !== '' || mark === ',') yield element;
        element = '';
        isOver = mark === ']';
        if (isOver) depth = 0;
      } else if (mark === ']' || mark === '}') depth--;
    }
    if (depth > 0) element += text.slice(from);
  }
  if (!isOver) throw depth === 0 ? new CommandError(`${input.name} is empty`) : unfinished(input.name);
}

function notOneList(name: string): CommandError {
  return new CommandError(`${name} is not a JSON list of calls. A transcript is coached without --calls`);
}

function unfinished(name: string): CommandError {
  return new CommandError(`${name} ends within its list of calls`);
}
