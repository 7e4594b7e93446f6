import { hash } from '../../conversation/hash.ts';
import type { SpokenTurn } from './read-words.ts';

/** What tells whether a new stretch begins at word `at`, `length` words after the last beginning. */
export function boundaryFeatures(
  { role, words, punctuated }: SpokenTurn,
  at: number,
  length: number,
): number[] {
  const t = (offset: number) => words[at + offset]?.token ?? (offset < 0 ? '<s>' : '</s>');
  const mark = words[at - 1]?.mark ?? '';
  const left = words.length - at;
  const m = punctuated ? (mark === '' ? '0' : mark) : 'n';
  const long = length < 6 ? String(length) : length < 10 ? '6' : length < 15 ? '10' : '15';
  return [
    `m${m}`,
    `m${m}l${long}`,
    `m${m}r${left < 4 ? left : left < 8 ? 4 : 8}`,
    `m${m}${role}`,
    `-1${t(-1)}${m}`,
    `0${t(0)}${m}`,
    `+1${t(1)}${m}`,
    `-2${t(-2)}`,
    `+2${t(2)}`,
    `-1${t(-1)} ${t(0)}`,
    `0${t(0)} ${t(1)}`,
    `0${t(0)} ${t(1)} ${t(2)}`,
    `-2${t(-2)} ${t(-1)}`,
    `-2${t(-2)} ${t(-1)} ${t(0)}`,
    `-1${t(-1)} ${t(0)} ${t(1)}`,
    `l${long}-1${t(-1)}`,
    `l${long}0${t(0)}`,
    `-1${t(-1)}+1${t(1)}`,
    `+1${t(1)} ${t(2)}`,
    `-3${t(-3)} ${t(-2)} ${t(-1)}`,
    `r${role}0${t(0)} ${t(1)}`,
    `0${t(0)} ${t(1)} ${t(2)} ${t(3)}`,
  ].map((feature) => hash(punctuated ? feature : `b${feature}`));
}
