import { isDeepStrictEqual } from 'node:util';
import { isStorableText } from '@debrief/contracts/text';
import { type OwnRubric, resolveRubrics } from '../engines/resolve-rubrics.ts';
import { isRecord } from '../engines/rubric-faults.ts';
import { builtIn } from './team.ts';

export interface Proposal {
  readonly faults: string[];
  /** Those that differ from their newest version, each in its next. */
  readonly changed: readonly OwnRubric[];
  readonly names: readonly string[];
}

/** What a team would have with these, and every fault that it would have then. */
export function proposeRubrics(own: readonly OwnRubric[], contents: readonly unknown[]): Proposal {
  const nameless = contents.flatMap((content, index) => namelessFault(content, index, contents.length));
  const proposed = contents.filter(isNamed).map((content) => nextOf(content, own));
  const names = proposed.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index));
  const next = [...own.filter(({ name }) => !names.includes(name)), ...proposed];
  const faults = [...resolveRubrics(builtIn, next).faults].flatMap(([name, found]) =>
    found.map((fault) => `${name}: ${fault}`),
  );
  const unstorable = contents.filter(isNamed).filter((content) => !isStorable(content));
  return {
    faults: [
      ...nameless,
      ...unstorable.map(({ name }) => `${name}: no text may have NUL or unpaired surrogates in it`),
      ...[...twice].map((name) => `${name} is given twice`),
      ...faults,
    ],
    changed: proposed.filter((one) => !own.includes(one)),
    names,
  };
}

interface NamedContent extends Record<string, unknown> {
  name: string;
}

function isNamed(content: unknown): content is NamedContent {
  return isRecord(content) && typeof content.name === 'string' && content.name !== '';
}

function namelessFault(content: unknown, index: number, count: number): string[] {
  if (isNamed(content)) return [];
  const rubric = count === 1 ? 'The rubric' : `Rubric ${index + 1}`;
  return [isRecord(content) ? `${rubric}: name is required` : `${rubric} must be a JSON object`];
}

/** All of its texts, labels among them, come into rows of other services with each analysis. */
function isStorable(content: object): boolean {
  let isFit = true;
  JSON.stringify(content, (_, value: unknown) => {
    isFit &&= typeof value !== 'string' || isStorableText(value);
    return value;
  });
  return isFit;
}

/** A version in the content is that of a rubric it was copied from. */
function nextOf({ version: _, ...content }: NamedContent, own: readonly OwnRubric[]): OwnRubric {
  const newest = own.find(({ name }) => name === content.name);
  if (newest !== undefined && isDeepStrictEqual(newest.content, content)) return newest;
  return { name: content.name, version: (newest?.version ?? 0) + 1, content };
}
