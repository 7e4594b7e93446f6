import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hash } from '../src/engines/conversation/hash.ts';
import { type LabelledText, readLabelled, writtenStarts } from './examples.ts';
import { type Excerpt, type LabelledCall, readCalls, readExcerpts } from './read-calls.ts';
import { seeded } from './seeded.ts';
import { bareText, type Condition, noisyText, variedTurns } from './vary.ts';

/** A call or an excerpt, and who wrote it. */
export interface Source {
  writer: string;
  excerpt: Excerpt;
  call: LabelledCall | null;
}

type Folder = 'calls' | 'exchanges' | 'held-out';

const loaded = new Map<Folder, readonly Source[]>();

/** Every labelled call and excerpt of a folder, read once. */
export function loadSources(folder: Folder): readonly Source[] {
  const sources = loaded.get(folder) ?? readSources(folder);
  loaded.set(folder, sources);
  return sources;
}

function readSources(folder: Folder): Source[] {
  const files = globSync(path.join(import.meta.dirname, folder, '*.txt')).sort();
  return files.flatMap((file): Source[] => {
    const writer = path.basename(file, '.txt');
    const text = readFileSync(file, 'utf8');
    return folder === 'exchanges'
      ? readExcerpts(text).map((excerpt) => ({ writer, excerpt, call: null }))
      : readCalls(text).map((call) => ({ writer, excerpt: call, call }));
  });
}

export function vocabularyOf(sources: readonly Source[]): string[] {
  const texts = sources.flatMap(({ excerpt }) => excerpt.turns.flatMap(({ stretches }) => stretches));
  return [...new Set(texts.flatMap(({ text }) => text.split(/\s+/)))].sort();
}

/**
 * A source in the conditions in which it can exist: calls without punctuation stay so. Stripped of its punctuation,
 * a written text still tells where its sentences ended.
 */
export function inConditions(
  { excerpt, call }: Source,
  vocabulary: readonly string[],
  conditions: readonly Condition[],
): { condition: Condition; text: LabelledText }[] {
  const source = { id: excerpt.id, ...(call === null ? {} : { agent: call.agent, contact: call.contact }) };
  const isWritten = excerpt.turns.some(({ stretches }) => stretches.some(({ text }) => /[.?!]/.test(text)));
  const written = readLabelled(source, excerpt.turns);
  if (isWritten) written.starts = writtenStarts(written);
  return conditions.flatMap((condition): { condition: Condition; text: LabelledText }[] => {
    if (condition === 'written') return [{ condition, text: written }];
    if (condition === 'bare')
      return isWritten ? [{ condition, text: stripped(source, excerpt, written) }] : [];
    const random = seeded(hash(`${excerpt.id} ${condition}`));
    const turns = variedTurns(excerpt.turns, (text) => noisyText(text, vocabulary, random));
    return [{ condition, text: readLabelled(source, turns) }];
  });
}

function stripped(source: { id: string }, excerpt: Excerpt, written: LabelledText): LabelledText {
  const bare = readLabelled(source, variedTurns(excerpt.turns, bareText));
  const sameWords =
    bare.turns.length === written.turns.length &&
    bare.turns.every(({ words }, i) => words.length === written.turns[i]?.words.length);
  return { ...bare, starts: sameWords ? written.starts : null };
}
