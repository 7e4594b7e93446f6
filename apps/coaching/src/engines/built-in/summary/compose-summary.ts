import type { ActionItems } from '../commitments/action-items.ts';
import type { Outcome } from '../dispositions/outcome.ts';
import { bare, type Claim, type Quote, quoteUnit } from '../evidence/claim.ts';
import { listed } from '../rating/reasoning.ts';
import type { Reading } from '../reading.ts';
import { centralLines } from './central-lines.ts';
import { findTopic } from './find-topic.ts';

/** Two to four sentences from what was found: who and why, what the contact said, what they held against it, the end. */
export function composeSummary(reading: Reading, outcome: Outcome, items: ActionItems): Claim {
  const { agent, contact } = reading.document.transcript.speakers;
  if (reading.document.words.length === 0) return { text: 'The recording contains no speech.', quotes: [] };
  const sentences: string[] = [];
  const quotes: Quote[] = [];
  const topic = findTopic(reading);
  sentences.push(`${whoCalled(reading, agent, contact)}${topic === null ? '' : ` about ${topic.text}`}.`);
  if (topic !== null) quotes.push(topic.quote);
  const said =
    outcome.code === 'no_conversation' || outcome.code === 'wrong_number'
      ? null
      : centralSaying(reading, outcome);
  if (said !== null) {
    sentences.push(said.text);
    quotes.push(...said.quotes);
  }
  const { objections } = reading;
  if (objections.length > 0 && outcome.code !== 'left_voicemail') {
    const what = listed(objections.map(({ phrase }) => phrase));
    const were = objections.length === 1 ? 'objection was' : 'objections were';
    sentences.push(`${reading.people.contact}'s ${were} ${what}.`);
    quotes.push(...objections.flatMap((objection) => objection.quotes.slice(0, 1)));
  }
  sentences.push(ending(reading, outcome, items));
  quotes.push(...outcome.quotes.slice(0, 1));
  return { text: sentences.join(' '), quotes };
}

function whoCalled({ context }: Reading, agent: string, contact: string): string {
  if (context.kind === 'roleplay') return `${agent} trained with ${contact}`;
  if (context.incoming === null) return `${agent} spoke with ${contact}`;
  return context.incoming ? `${contact} called and spoke with ${agent}` : `${agent} called ${contact}`;
}

/** The most central line of the contact, else of the agent, in their own words. */
function centralSaying(reading: Reading, outcome: Outcome): Claim | null {
  const { document, people } = reading;
  const used = new Set(
    [...outcome.quotes, ...reading.objections.flatMap(({ quotes }) => quotes)].map(({ text }) => text),
  );
  const lines = outcome.code === 'left_voicemail' ? [] : centralLines(reading, 'contact');
  const own = lines.map((unit) => quoteUnit(document, unit)).find(({ text }) => !used.has(text));
  if (own !== undefined) return { text: `${people.contact} said: "${bare(own)}."`, quotes: [own] };
  const agentLine = centralLines(reading, 'agent')[0];
  if (agentLine === undefined) return null;
  const quote = quoteUnit(document, agentLine);
  return { text: `${people.agent} said: "${bare(quote)}."`, quotes: [quote] };
}

function ending({ people }: Reading, outcome: Outcome, items: ActionItems): string {
  const when = outcome.when ?? '';
  const next = items.primary.find(({ text }) => !text.startsWith('Keep the appointment'))?.text;
  const will =
    next === undefined ? '' : `; ${people.agent} is to ${next.charAt(0).toLowerCase()}${next.slice(1)}`;
  switch (outcome.code) {
    case 'appointment_set':
      return `They agreed on an appointment: ${when}${will}.`;
    case 'callback_requested':
      return `The call ended with a callback agreed${when === '' ? '' : ` for ${when}`}${will}.`;
    case 'next_step_agreed':
      return `The call ended with an agreed next step${will}.`;
    case 'not_interested':
      return `${people.contact} was not interested.`;
    case 'left_voicemail':
      return `${people.agent} reached voicemail and left a message.`;
    case 'wrong_number':
      return `It was a wrong number: the person who answered is not ${people.contact}.`;
    case 'do_not_contact':
      return `${people.contact} asked not to be contacted again.`;
    case 'no_conversation':
      return 'There was no conversation.';
    case 'no_next_step':
      return 'The call ended without an agreed next step.';
  }
}
