import type { Exchange } from '../engines/findings/speech/speech.ts';

interface Of {
  readonly exchanges?: readonly Exchange[];
}
interface Words {
  readonly quote: string;
}

/** What was said around the agent's words at a moment of a kind, as far as it is known. */
export function exchangesOf({ exchanges = [] }: Of, kind: Exchange['kind']): Exchange[] {
  return exchanges.filter((one) => one.kind === kind);
}

/** Around the agent's answer to an objection. */
export function answerTo(call: Of, { quote }: Words): Exchange | undefined {
  return exchangesOf(call, 'answer').find(({ before }) => before?.includes(quote) === true);
}

/** What the contact said to the agent's answer; null where it is not known. */
export function saidAfter(call: Of, objection: Words): string | null {
  return answerTo(call, objection)?.after ?? null;
}

/** Whether the contact thanked for the answer to an objection, or agreed with it. */
export function isWelcomed(call: Of, objection: Words): boolean {
  const after = saidAfter(call, objection);
  return after !== null && welcomes(after);
}

const NO_BLAME: readonly Exchange['kind'][] = ['answer', 'beginning'];
/** `I'm in meetings till eleven.` */
const TURNS_DOWN =
  /^(?:no|nope|not)\b|\b(?:(?:ca|wo)n['’]t|cannot|not (?:that|then|on|this|good|before)|(?:does|is|would)n['’]t (?:work|good|suit)|in (?:a )?meetings?|busy|at work|out of town|away|(?:i['’]ll|i will|i) (?:be |am )?(?:working|traveling|travelling)|rather not|too (?:soon|early|late)|don['’]t (?:want|think|need))\b/i;

/** Whether coaching may blame the agent for these words, or the contact turned them down: they are no example to anybody. */
export function isToImprove({ exchanges = [] }: Of, { segment_index }: { readonly segment_index: number }) {
  return exchanges.some(
    (one) =>
      one.segment_index === segment_index &&
      (one.kind === 'proposal' ? refuses(one) : !NO_BLAME.includes(one.kind)),
  );
}

/** Whether these words proposed what the contact turned down in the next turn. */
export function isTurnedDown(call: Of, { segment_index }: { readonly segment_index: number }): boolean {
  return exchangesOf(call, 'proposal').some((one) => one.segment_index === segment_index && refuses(one));
}

function refuses({ after }: Exchange): boolean {
  return after !== null && !welcomes(after) && TURNS_DOWN.test(after);
}

/** An exchange as words that the agent said. */
export function agentsWords(
  { agent }: { readonly agent: string },
  { segment_index, text, start_time }: Exchange,
) {
  return { segment_index, start_time, quote: text, speaker: agent };
}

/** `I appreciate that.`, `That's a good idea, actually.` */
export function welcomes(text: string): boolean {
  return /\b(?:appreciate (?:that|it)|(?:good|great) (?:idea|point|to know)|that['’]s (?:a point|different|good|great|fair|nice|helpful|better|true)|like that|okay, good|that (?:works|helps|makes sense)|i didn['’]t know that|sounds (?:good|great|fair))\b/i.test(
    text,
  );
}

/** The same sentence from its beginning: `But we'd have to have the sixty first.` */
export function fromItsBeginning<T extends Words>(quote: T, before: string | null | undefined): T {
  const at = before?.indexOf(quote.quote) ?? -1;
  if (before == null || at <= 0) return quote;
  const head = before.slice(0, at);
  const start = Math.max(
    ...['. ', '? ', '! '].map((end) => head.lastIndexOf(end) + end.length).filter((i) => i > 1),
    0,
  );
  return { ...quote, quote: before.slice(start, at + quote.quote.length) };
}
