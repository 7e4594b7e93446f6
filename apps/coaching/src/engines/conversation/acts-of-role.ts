import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import type { Act } from './acts.ts';

/**
 * Acts that only one side can do, by what they mean (`training/README.md`): nobody objects to his own offer. Hardly a
 * stretch of the labelled calls contradicts it, as a test shows.
 */
const actsOfRole: Record<SpeakerRole, ReadonlySet<Act>> = {
  agent: new Set<Act>([
    ...(['ask_permission', 'pitch', 'state_price', 'dodge_price', 'ask_sale', 'answer_objection'] as const),
    ...(['honor_opt_out', 'leave_message'] as const),
    ...(['obstruct_opt_out', 'pressure', 'false_urgency', 'disparage', 'personal_remark'] as const),
  ]),
  contact: new Set<Act>([
    ...(['state_need', 'interest', 'buy', 'opt_out', 'wrong_person', 'gatekeep', 'machine'] as const),
    ...(['object:price', 'object:timing', 'object:no_time', 'object:authority', 'object:need'] as const),
    ...(['object:trust', 'object:competitor', 'object:existing_provider'] as const),
    ...(['object:information_first', 'object:not_interested'] as const),
  ]),
};

export function canDo(role: SpeakerRole, act: Act): boolean {
  return !actsOfRole[role === 'agent' ? 'contact' : 'agent'].has(act);
}
