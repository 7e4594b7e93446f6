import type { SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';
import type { CoachingContext } from '../../coach.ts';
import { type Act, acts } from '../../conversation/acts.ts';
import { canDo } from '../../conversation/acts-of-role.ts';
import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { conversationOf } from '../../conversation/conversation-of.ts';
import { judge, likelihoods } from './classify.ts';
import type { JudgedStretch } from './judged-stretch.ts';
import { isMachineVoice } from './machine-voice.ts';
import type { ActModel } from './model-file.ts';
import { readWords, type SpokenTurn, type SpokenWord } from './read-words.ts';

/** Less likely acts are left out: nothing is decided on them. */
const LEAST = 0.02;
const SURELY = 0.99;
const objections = acts.filter((act) => act.startsWith('object:'));

/** What was said and what it does, as the trained classifier understands it. */
export function readConversation(
  model: ActModel,
  transcript: Transcript,
  context: CoachingContext,
): Conversation {
  const turns = readWords(transcript);
  const judged = judge(model, turns);
  const likely = likelihoods(model, judged);
  const found = judged.map((one, i) => {
    const place = placeOf(transcript, turns[one.unit.turn] as SpokenTurn, one);
    const meaning = meaningOf(model.outputs, one.role, likely[i] as Float32Array);
    if (one.role === 'contact' && isMachineVoice(place.words)) meaning.acts.machine = SURELY;
    return { ...place, ...meaning };
  });
  return conversationOf(transcript, context, found);
}

function placeOf(transcript: Transcript, { words }: SpokenTurn, { unit, role }: JudgedStretch) {
  const own = words.slice(unit.from, unit.to);
  const [first, next] = [own[0] as SpokenWord, words[unit.to]];
  const { segment } = first;
  const text = transcript.segments[segment]?.text ?? '';
  const start = startOf(text, first);
  const until = next?.segment === segment ? startOf(text, next) : text.length;
  const end = start + text.slice(start, until).trimEnd().length;
  return { role, segment, start, end, text: text.slice(start, end), words: own };
}

/** A mark right before a word belongs to it: `'Cause`, `"Thank you`. */
function startOf(text: string, { start }: SpokenWord): number {
  return /(?:^|\s)['’‘"“]$/.test(text.slice(Math.max(0, start - 2), start)) ? start - 1 : start;
}

function meaningOf(
  outputs: readonly string[],
  role: SpeakerRole,
  likely: Float32Array,
): Pick<Stretch, 'acts' | 'remark'> {
  const of = (name: string) => likely[outputs.indexOf(name)] ?? 0;
  const kinds = objections.reduce((sum, act) => sum + of(act), 0);
  const found: Partial<Record<Act, number>> = {};
  for (const act of acts) {
    if (!canDo(role, act)) continue;
    // That it objects is surer than to what: the kinds share the probability of the objection.
    const chance = act.startsWith('object:') ? (of('object') * of(act)) / Math.max(kinds, 1e-6) : of(act);
    if (chance >= LEAST) found[act] = Math.round(chance * 1000) / 1000;
  }
  return { acts: found, remark: { praise: of('praise'), blame: of('blame') } };
}
