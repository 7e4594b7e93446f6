import wordClasses from '../lexicons/classes.json' with { type: 'json' };
import type { WordClasses } from './compile-pattern.ts';

export const classes: WordClasses = wordClasses;
