import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import { type Html, html } from '../html/html.ts';

/** The quotes of a claim by its place in the analysis, and a way to say that it is wrong. */
export type Quotes = (claimId: string, indicator?: string) => Html[];

type Objected = Pick<AnalysisBody, 'objections' | 'speakers' | 'evidence'>;

/** What was objected, in the contact's words, and what came of it. */
export function objectionList({ objections, speakers, evidence }: Objected, quotes: Quotes): Html {
  const { outcomes, kinds, replies, answers } = objections;
  // The rating judges what was answered; here it is about what came of it.
  const open = `Left open: nothing that ${speakers.client_name || 'the contact'} said afterwards shows it settled.`;
  /** Nothing where the claim only repeats the words that are quoted under it, as the built-in coach's do. */
  const beside = (claimId: string, text: string) => {
    const own = bare(text);
    const isQuoted = evidence.some(
      ({ claim_id, quote }) => claim_id === claimId && bare(quote).includes(own),
    );
    return isQuoted ? null : html` ${text}`;
  };
  const items = outcomes.map((objection, index) => {
    const [kind = '', reply = '', answer = ''] = [kinds[index], replies[index], answers[index]];
    const text = objection.startsWith(`${kind}: `) ? objection.slice(kind.length + 2) : objection;
    const met =
      answer === ''
        ? html`${reply !== '' && html`<p class="mt-2 mb-1"><strong>You said:</strong></p>${quotes(`objections.replies.${index}`)}`}<p class="mt-2 mb-0">${open}</p>`
        : html`<p class="mt-2 mb-1"><strong>What settled it:</strong>${beside(`objections.answers.${index}`, answer)}</p>${quotes(`objections.answers.${index}`)}`;
    return html`<li><strong>${kind}:</strong>${beside(`objections.outcomes.${index}`, text)}${quotes(`objections.outcomes.${index}`)}${met}</li>`;
  });
  return html`<ul class="card-body claims">${items}</ul>`;
}

/** Without quotation marks, and how it ends. */
function bare(text: string): string {
  return text.replace(/["“”]/g, '').replace(/[\s.…?!]+$/, '');
}
