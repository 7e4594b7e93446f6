import type { AdviceKind } from '../engines/findings/feedback/advice-kinds.ts';
import { objectionLabels } from '../engines/findings/objections/objection-labels.ts';
import type { Quote } from '../facts/criterion-of-call.ts';
import { asks } from '../facts/readable-quotes.ts';

/**
 * How a moment is led up to, and what is asked about it, the most fitting first. `key` tells frames apart whatever names
 * and words are in them: none comes twice in an agenda.
 */
export interface Frame {
  readonly key: string;
  readonly text: string;
}

export function frames(kind: string, ...texts: readonly string[]): Frame[] {
  return texts.map((text, index) => ({ key: `${kind} ${index}`, text }));
}

/** What a remark on the agent's words asks first, by what it is about. */
const ofAdvice: Readonly<Record<AdviceKind, (name: string) => string>> = {
  objection: (name) => `How would ${name} have noticed that you had heard it?`,
  need: (name) => `What could you have asked there to learn more about it from ${name}?`,
  presentation: (name) =>
    `What did you know of what ${name} needs by then, and what could you have asked first?`,
  price: () => 'Which range could you have named there, and what does it depend on?',
  hidden_price: () => 'Which range could you have named there, and what does it depend on?',
  next_step: () => 'Which step could you have proposed there, with a day and an hour?',
  opt_out_obstructed: (name) => `What did ${name} want at that moment, and how would you let go today?`,
  opt_out_ignored: (name) => `What did ${name} want at that moment, and how would you let go today?`,
  pressure_on_vulnerable: (name) => `What did you know about ${name} by then, and what follows from it?`,
  late_terms: (name) => `What did ${name} have to know before saying yes, and where could you have said it?`,
  false_urgency: (name) => `How much time did that leave ${name} to decide, and what would be fair?`,
  pressure: (name) => `How much room did that leave ${name}, and what would leave more?`,
  personal_remark: (name) => `How did that sound to ${name}, and what would you say there today?`,
  disparagement: (name) => `How did that sound to ${name}, and what would you say there today?`,
  unfair: (name) => `How did that sound to ${name}, and what would you say there today?`,
  talking_over: (name) => `What was ${name} about to say, and how could you still find out?`,
  name_withheld: (name) =>
    `What did ${name} want to know before anything else, and what would you answer today?`,
  no_name: (name) => `What did ${name} know about you by then, and what would you add?`,
};

export function asksOfAdvice(kind: string, name: string): Frame[] {
  const own = ofAdvice[kind as AdviceKind]?.(name);
  return [
    ...(own === undefined ? [] : frames(`advice ${own.replaceAll(name, '')}`, own)),
    ...frames(
      'advice',
      'What did you want to reach with it, and what would you say there today?',
      `What did ${name} hear in that, and what would have helped more?`,
      `What mattered to ${name} there, and how could you have come back to it?`,
    ),
  ];
}

/** What may lie behind an objection of a kind. */
const ofObjection: Readonly<Record<string, (name: string) => string>> = {
  [objectionLabels.price]: (name) => `What was ${name} comparing it with, and how could you have found out?`,
  [objectionLabels.timing]: (name) => `What has to happen first for ${name}, and did you ask about it?`,
  [objectionLabels.authority]: (name) => `What does ${name} still need from you before it can be decided?`,
  [objectionLabels.need]: (name) => `How does ${name} manage today, and what could still be better?`,
  [objectionLabels.trust]: (name) => `What would ${name} have to see in order to believe it?`,
  [objectionLabels.competitor]: (name) =>
    `What does ${name} like about the other offer, and what is missing there?`,
  [objectionLabels.existing_provider]: (name) =>
    `What would make ${name} look at somebody else, and how could you have asked?`,
  [objectionLabels.information_first]: (name) =>
    `Which question does ${name} want it to answer, and how could you have asked?`,
  [objectionLabels.not_interested]: (name) =>
    `What decided it for ${name}, and was there anything left to ask?`,
};

/** @param reply The agent's next words, where they are told with it. */
export function asksOfObjection(kind: string, name: string, reply: Quote | null): Frame[] {
  const own = ofObjection[kind]?.(name);
  return [
    ...(own === undefined ? [] : frames(`objection ${kind}`, own)),
    ...afterReply(name, reply),
    ...frames(
      'objection',
      'What do you think was behind it, and what could you ask to find out?',
      'If you had that minute again, what would you say first?',
    ),
  ];
}

function afterReply(name: string, reply: Quote | null): Frame[] {
  if (reply === null) return frames('no reply', `What would ${name} have liked to hear from you there?`);
  if (asks(reply)) return frames('asked back', `What did you learn from what ${name} said to that?`);
  return frames('answered', `Did that settle it for ${name}, and how could you tell?`);
}

/** @param isKnown Whether it is told what the contact said to it. */
export function asksOfOpenStep(name: string, isKnown: boolean): Frame[] {
  const said = isKnown ? [] : frames('said', `What did ${name} say to it, and what is the next step now?`);
  const others = frames(
    'open step',
    'How was that call left, and what came of it?',
    'How did it go from there, and what would you do the same way again?',
    `What became of it, and what is still open for ${name}?`,
  );
  return [...others.slice(0, 1), ...said, ...others.slice(1)];
}

/** Of a time that stood in the end. @param isOver By now. @param decider Who has a say beside the contact. */
export function asksOfStep({ isOver }: { isOver: boolean }, name: string, decider?: string): Frame[] {
  if (isOver)
    return [
      ...ofDecider(decider),
      ...frames(
        'past step',
        'What came of it, and what is the next step now?',
        `How did it go, and what would ${name} say about it?`,
        'How did it go, and what comes after it?',
      ),
    ];
  return frames(
    'settled step',
    'What has to be ready by then, and what could still come between?',
    `What does ${name} expect of it, and how do you know?`,
  );
}

/** On whom it hangs is worth more than whether it took place. */
function ofDecider(decider: string | undefined): Frame[] {
  return decider === undefined
    ? []
    : frames(
        DECIDER,
        `What did ${decider} say, and what is still open?`,
        `What came of it, and what does ${decider} say to it?`,
        `What did ${decider} want to know, and what did you answer?`,
      );
}
const DECIDER = 'decider';

/** Of kinds whose frames fit equally well, the second agent of a team is asked another first; who decides stays in front. */
export function turnedFrames(all: readonly Frame[], by: number): Frame[] {
  const first = all.filter(({ key }) => key.startsWith(DECIDER));
  const rest = all.slice(first.length);
  return [...first, ...rest.slice(by), ...rest.slice(0, by)];
}

/** Of what the contact agreed to: when it is may not be known. */
export function asksOfAcceptedStep(): Frame[] {
  return frames(
    'accepted step',
    'Where does that stand now, and what comes next?',
    'What came of it, or what is still to be done for it?',
  );
}

/** Of a question that is told with its answer. */
export function asksOfAnswer(name: string): Frame[] {
  return frames(
    'question',
    'What did you learn from the answer, and what did you do with it?',
    `Why did you ask it then, and what did ${name}'s answer change for you?`,
    'Reading it again, what would you have asked next?',
  );
}

/** Of a figure that is told with what came back. */
export function asksOfFigure(name: string): Frame[] {
  return frames(
    'figure',
    `What did ${name} set it against, and what makes it worth that?`,
    `What does that tell you about what it is worth to ${name}?`,
  );
}

/** @param areTwo Whether two things were said of it. @param decider Who has a say in what it was for. */
export function asksOfPromise(name: string, areTwo = false, decider?: string): Frame[] {
  const done = areTwo ? 'How much of it is done' : 'Is it done';
  return [
    ...(decider === undefined ? [] : frames(`${DECIDER} promise`, `${done}, and what did ${decider} say?`)),
    ...frames(
      'promise',
      `${done}, and what came of it?`,
      `Have you done it${areTwo ? ' all' : ''}, and what did ${name} say?`,
      `How did that go, and what came back from ${name}?`,
      'What has come of it since, and what comes next?',
    ),
  ];
}

/** Of what the contact asked to be sent or done. @param decider Who has a say in what it was for. */
export function asksOfRequest(name: string, isSent: boolean, decider?: string): Frame[] {
  const done = isSent ? `Did ${name} get it` : 'Is it done';
  return [
    ...(decider === undefined ? [] : frames(`${DECIDER} request`, `${done}, and what did ${decider} say?`)),
    ...frames('request', `${done}, and what came back?`, 'When was it done, and what has come of it since?'),
  ];
}

/** Of what was promised to somebody who wants no more calls. */
export function asksOfOptOut(): Frame[] {
  return frames('opt-out', 'Is it done, and how do you know that nobody calls there again?');
}

export function asksOfQuestion(name: string): Frame[] {
  return frames(
    'question',
    'What did you learn from the answer, and what did you do with it?',
    `Why did you ask it then, and what did ${name}'s answer change for you?`,
    `What did ${name} tell you there, and how did you use it later in the call?`,
  );
}
