import type { OutputOf } from '@debrief/contracts/define';
import type { showSignal } from '@debrief/contracts/operations/signals';
import { NO_CLEAR_TYPE } from '@debrief/contracts/resources/user-signal';

type ShownSignal = OutputOf<typeof showSignal>;

const WIDTH = 100;

/** A signal for people. While there is none: how much speech is missing. */
export function formatSignal({ name, speech, needed, signal }: ShownSignal): string {
  const so = (amount: { calls: number; words: number }) =>
    `${amount.calls} ${amount.calls === 1 ? 'call' : 'calls'} and ${amount.words} words`;
  if (signal === null) {
    return speech.calls >= needed.calls && speech.words >= needed.words
      ? `The signal of ${name} is not ready yet. It is inferred now; look again in a few seconds.`
      : `${name} has no signal yet: it needs ${so(needed)}, and there are ${so(speech)}.`;
  }
  const { DISC, ...texts } = signal.profile;
  const { profileName, profileType, dominance, influence, steadiness, conscientiousness } = DISC;
  const sections: [string, string | readonly string[]][] = [
    ['Portrait', texts.aboutMe],
    ['Summary', texts.psychologicalSummary],
    ['In disagreement', texts.conflictStyle],
    ['Towards others', texts.socialOrientation],
    ['Drives', texts.coreMotivators],
    ['Avoids', texts.fearsAndAvoidances],
    ['What helps', texts.maxPerformanceRecs],
    ['Why', texts.reasoning],
  ];
  return [
    profileName === NO_CLEAR_TYPE
      ? `${name}: ${NO_CLEAR_TYPE.toLowerCase()}`
      : `${name}: ${profileName} (${profileType})`,
    `Inferred from ${signal.speech.words.toLocaleString('en-US')} words in ${signal.speech.calls} calls.`,
    '',
    ...[
      ['Dominance', dominance],
      ['Influence', influence],
      ['Steadiness', steadiness],
      ['Conscientiousness', conscientiousness],
    ].map(
      ([title, score]) => `  ${String(title).padEnd(18)}${String(score).padStart(3)}  ${bar(Number(score))}`,
    ),
    ...sections.flatMap(([title, text]) => section(title, text)),
  ].join('\n');
}

function section(title: string, text: string | readonly string[]): string[] {
  if (text.length === 0) return [];
  if (typeof text === 'string') return ['', title, ...wrapped(text, '  ', '  ')];
  return ['', title, ...text.flatMap((item) => wrapped(item, '  - ', '    '))];
}

function bar(score: number): string {
  return '█'.repeat(Math.round(score / 5));
}

function wrapped(text: string, first: string, next: string): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + word.length > WIDTH) {
      lines.push(line.trimEnd());
      line = next;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
