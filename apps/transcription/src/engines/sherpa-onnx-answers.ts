import type { Socket } from 'node:net';
import type { Share } from './sherpa-onnx-child.ts';

/** Four hours of regions are a hundredth of it. */
const ANSWER_MAX_CHARACTERS = 16 * 1024 * 1024;

interface Listener {
  /** How far the child is, 0 to 1. */
  onShare(share: number): void;
  onAnswer(answer: unknown): void;
  /** What it says cannot be used, and why. */
  onFault(why: string): void;
}

/** Reads what a child says, a line of JSON at a time. */
export function readAnswers(answers: Socket, listener: Listener): void {
  let line = '';
  answers.setEncoding('utf8').on('data', (text: string) => {
    line += text;
    if (line.length > ANSWER_MAX_CHARACTERS) listener.onFault('it says too much');
    if (!text.includes('\n')) return;
    const lines = line.split('\n');
    line = lines.pop() ?? '';
    for (const one of lines) hear(one, listener);
  });
}

function hear(line: string, { onShare, onAnswer, onFault }: Listener): void {
  try {
    const said = JSON.parse(line) as Partial<Share>;
    if (typeof said?.share === 'number') onShare(said.share);
    else onAnswer(said);
  } catch {
    onFault('it answers in no JSON');
  }
}
