import { BETWEEN_SENTENCES } from './said.ts';

const WELCOMES =
  /\b(?:appreciate (?:that|it)|(?:good|great) (?:idea|point|to know)|that['’]s (?:a point|different|good|great|fair|nice|helpful|better|true)|\bi(?: do| really| quite)? like that|okay, good|that (?:works|helps|makes sense)|i didn['’]t know that|sounds (?:good|great|fair))\b/i;
/** `That's a point. But it's four grand.` */
const HOLDS_ON = /(?:^|[.,;?!] )(?:but|still|though|only)\b/i;

/** `I appreciate that.`, `That's a good idea, actually.` */
export function welcomes(text: string): boolean {
  const at = WELCOMES.exec(text)?.index;
  return at !== undefined && !HOLDS_ON.test(text.slice(at));
}

/** `I appreciate that.`, without `Okay, that's my timer.` after it. */
export function thanksIn(after: string): string {
  const sentences = after.split(BETWEEN_SENTENCES);
  const last = sentences.findLastIndex((one) => WELCOMES.test(one));
  return sentences.slice(0, last + 1 || undefined).join(' ');
}

const GLADLY =
  /(?<!\bnot a )\b(?:good|great) idea\b|(?:^|[.,!?] )(?:(?:oh|okay|ok|well|now|yeah|huh),? )*(?:that['’]s (?:a (?:good |fair )?point|different)\b|i(?: do| really| quite)? like that\b|i appreciate that\b|i didn['’]t know that\b|that (?:helps|makes sense)\b)/i;
/** Who says so on leaving was polite. */
const LEAVES = /\b(?:bye|thank you|thanks|gotta go|have to go)\b/i;

/** In words that say more than that a time suits: `Oh, well, that's different. I like that.` */
export function takesGladly(text: string): boolean {
  return welcomes(text) && GLADLY.test(text) && !LEAVES.test(text);
}
