import type { Claim } from '../../conversation/claim.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { capitalized } from '../capitalized.ts';
import type { OutcomeCode } from '../findings.ts';
import { quotesTogether } from '../passage.ts';
import { contactName, punctuated } from '../said.ts';
import { speakerName } from '../speaker-name.ts';
import type { CallEnd, Fault } from './fault.ts';
import { saidOf, wordsOf } from './fault-words.ts';

/** What the agent did, with its words; what to say instead is the matter of the improvements. */
export function conductClaims({ conversation, outcome }: CallEnd, faults: readonly Fault[]): Claim[] {
  const isStranger = strangers.has(outcome.code);
  return faults.map((fault) => ({
    text: punctuated(capitalized(whatHappened(conversation, fault, isStranger))),
    quotes: quotesTogether(conversation, wordsOf(conversation, fault)),
  }));
}

/** Where somebody else answered, the name of the records is not theirs. */
const strangers = new Set<OutcomeCode>(['gatekeeper', 'wrong_number']);

function whatHappened(conversation: Conversation, fault: Fault, isStranger: boolean): string {
  const { kind, stretches } = fault;
  const quoted = stretches.flatMap((index) => conversation.stretches[index] ?? []);
  const given = quoted.find(({ role }) => role === 'contact');
  const known = given === undefined ? contactName(conversation) : speakerName(conversation, given);
  const name = isStranger ? 'the person who answered' : known;
  const [first, second] = quoted.map((one) => saidOf(conversation, fault, one));
  const own = quoted.filter(({ role }) => role === 'agent');
  const lines = own.map((one) => saidOf(conversation, fault, one)).join(' and ');
  switch (kind) {
    case 'opt_out_obstructed':
      return `${name} asked not to be called again, ${first}, and you did not simply do it: ${second}.`;
    case 'opt_out_ignored':
      return `${name} asked not to be called again, ${first}, and you went on with ${second}.`;
    case 'pressure_on_vulnerable':
      return `${name} had told you ${first}, and you pushed all the same: ${lines}.`;
    case 'late_terms':
      return `${name} agreed before hearing of it: you said ${first}, and what came back was ${second}.`;
    case 'personal_remark':
      return `you made a personal remark: ${lines}.`;
    case 'disparagement':
      return `you ran somebody or something down: ${lines}.`;
    case 'false_urgency':
      return `you hurried or frightened ${name} with something that the call does not bear out: ${lines}.`;
    case 'pressure':
      return `you put pressure on ${name}: ${lines}.`;
    case 'unfair':
      return `these words to ${name} were out of place: ${lines}.`;
    case 'hidden_price':
      return `${name} asked for the price, ${first}, and you kept it back: ${second}.`;
    case 'talking_over':
      return `you started to talk before ${name} had finished ${stretches.length} times, for example with ${first}.`;
    case 'name_withheld':
      return `${name} asked who was calling, ${first}, and you did not say: ${second}.`;
    case 'no_name':
      return `you never said your name; the call began ${first}.`;
  }
}
