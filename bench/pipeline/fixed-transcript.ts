import { readFileSync } from 'node:fs';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { transcriptOf } from '@debrief/contracts/scripted-call';

const script = new URL('../../samples/sales-call/script.json', import.meta.url);

/** Few words, so that analysing them takes next to nothing. */
const LINES = 2;

/** What the null engine hears in every recording: the beginning of the sample call. */
export function fixedTranscript(): Transcript {
  const { lines } = JSON.parse(readFileSync(script, 'utf8'));
  return transcriptOf('David Miller', 'Susan Parker', lines.slice(0, LINES));
}
