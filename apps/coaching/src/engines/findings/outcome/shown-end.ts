import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';

interface Showing {
  role: SpeakerRole | null;
  /** What shows it, the plainest first. */
  acts: readonly Act[];
}

const reluctance: readonly Act[] = [
  ...(['object:need', 'object:existing_provider', 'object:price', 'object:timing'] as const),
  ...(['object:authority', 'object:competitor', 'object:trust', 'object:information_first'] as const),
];
const shownBy: Partial<Record<OutcomeCode, Showing>> = {
  sale_made: { role: 'contact', acts: ['buy', 'accept'] },
  appointment_set: { role: null, acts: ['accept', 'propose_time', 'counter_time', 'recap'] },
  callback_requested: { role: null, acts: ['propose_time', 'counter_time', 'defer', 'object:no_time'] },
  next_step_agreed: { role: null, acts: ['promise', 'accept', 'propose_step', 'request'] },
  no_next_step: { role: 'contact', acts: ['defer', 'decline', ...reluctance] },
  not_interested: {
    role: 'contact',
    acts: ['object:not_interested', 'decline', 'opt_out', ...reluctance, 'defer'],
  },
  not_qualified: { role: null, acts: ['not_qualified'] },
  gatekeeper: { role: 'contact', acts: ['gatekeep', 'decline'] },
  left_voicemail: { role: null, acts: ['machine', 'leave_message'] },
  wrong_number: { role: 'contact', acts: ['wrong_person', 'correct'] },
  do_not_contact: { role: 'contact', acts: ['opt_out', 'object:not_interested', 'decline'] },
  unclear: {
    role: 'contact',
    acts: [
      'accept',
      'decline',
      'defer',
      'retract',
      'counter_time',
      'object:not_interested',
      'buy',
      'opt_out',
    ],
  },
};

/** Words that do this less likely than not are no reason. */
const SHOWN_FROM = 0.5;
/** What decides these is said in few words, and found for sure in fewer. */
const SAID_BRIEFLY: ReadonlySet<OutcomeCode> = new Set([
  ...(['wrong_number', 'do_not_contact', 'not_interested', 'sale_made', 'left_voicemail'] as const),
]);
const SAID_FROM = 0.4;
const FAREWELL: readonly Act[] = ['goodbye', 'thanks', 'greeting'];
/** Each act says it less plainly than the one before it in its list. */
const LESS_PLAIN = 0.03;
/** `No.` shows it, a sentence that says so tells why. */
const TELLING_WORDS = 4;

/** The stretch that shows best how the call ended; null where none is likely to. */
export function shownEnd({ stretches }: Conversation, code: OutcomeCode): Stretch | null {
  const showing = shownBy[code];
  if (showing === undefined) return null;
  const { role, acts } = showing;
  const from = SAID_BRIEFLY.has(code) ? SAID_FROM : SHOWN_FROM;
  const worth = (stretch: Stretch): number => {
    if (role !== null && stretch.role !== role) return 0;
    const shows = acts.reduce(
      (most, act, rank) => Math.max(most, chance(stretch, act) - rank * LESS_PLAIN),
      0,
    );
    const isFarewell = chance(stretch, ...FAREWELL) >= shows;
    const own = chance(stretch, ...acts);
    // Below an even chance it must at least be the likeliest thing that the words do.
    const isElse = own < SHOWN_FROM && Object.values(stretch.acts).some((other) => other > own);
    if (isFarewell || isElse || own < from) return 0;
    return shows * (stretch.words.length >= TELLING_WORDS ? 1 : 0.7) * (0.9 + stretch.index / 1e4);
  };
  return stretches.reduce<Stretch | null>(
    (known, one) => (worth(one) > (known === null ? 0 : worth(known)) ? one : known),
    null,
  );
}
