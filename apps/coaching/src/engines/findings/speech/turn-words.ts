import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { ArrangedTurn } from './speech.ts';

/** All of the turn that a stretch is of. */
export function around({ stretches }: Conversation, { turn }: Stretch): readonly Stretch[] {
  return stretches.filter((one) => one.turn === turn);
}

/** As it stands in the transcript; of a turn of several segments, the first that says more than `mm-hm`. */
export function verbatim({ transcript }: Conversation, said: readonly Stretch[]): string {
  const chosen = tellingSegment(said);
  const [begin, end] = [chosen[0], chosen.at(-1)];
  if (begin === undefined || end === undefined) return '';
  return (transcript.segments[begin.segment]?.text ?? '').slice(begin.start, end.end).trim();
}

function tellingSegment(said: readonly Stretch[]): readonly Stretch[] {
  const segments = [...Map.groupBy(said, ({ segment }) => segment).values()];
  const [first] = segments.filter((all) => all.flatMap(({ text }) => text.split(/\s+/)).length > 2);
  return first ?? segments[0] ?? [];
}

/** A turn by its number. */
export function turnOf(conversation: Conversation, turn: number): Required<ArrangedTurn> {
  const said = conversation.stretches.filter((one) => one.turn === turn);
  const segment_index = tellingSegment(said)[0]?.segment ?? 0;
  return {
    role: conversation.turns[turn]?.role ?? 'agent',
    ...{ text: verbatim(conversation, said), segment_index },
    start_time: conversation.transcript.segments[segment_index]?.start_time ?? 0,
  };
}
