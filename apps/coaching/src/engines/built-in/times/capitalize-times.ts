import times from '../lexicons/times.json' with { type: 'json' };

const names = new Set(
  [...times.days, ...times.months].filter(
    (word) => !['tomorrow', 'tonight', 'yesterday', 'may', 'march'].includes(word),
  ),
);

/** `friday at five thirty` → `Friday at five thirty`: as spoken, spelled as people write it. */
export function capitalizeTimes(spoken: string): string {
  return spoken
    .split(' ')
    .map((word) => (names.has(word.toLowerCase()) ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(' ');
}
