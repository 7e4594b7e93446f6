import type { OutputOf } from '@debrief/contracts/define';
import type { showAgenda } from '@debrief/contracts/operations/coaching';
import type { AgendaAnswers, AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { time } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { card } from '../html/parts.ts';
import { momentQuote } from './moments.ts';

const PROMISE = 'What will you do differently until the next agenda?';

export type ShownAgenda = OutputOf<typeof showAgenda>;

/** What the agent's calls show, before the questions. */
export function sessionCards({ overview, follow_up, wins, improvements, drill }: AgendaContent): Html {
  return html`${card(
    'In short',
    html`<div class="card-body"><p class="mb-0">${overview}</p>${
      follow_up !== null &&
      html`<h3 class="h4 mt-3">Since the last agenda</h3><p class="mb-0">${follow_up}</p>`
    }</div>`,
  )}
${wins.length > 0 && card('What went well', html`<ul class="card-body claims">${wins.map(({ text, moments }) => html`<li>${text}${moments.map(momentQuote)}</li>`)}</ul>`)}
${improvements.length > 0 && card('What to work on', html`<ol class="card-body claims">${improvements.map(improvement)}</ol>`)}
${drill !== null && card('Drill', drillBody(drill))}`;
}

function drillBody({ text, say, moment }: NonNullable<AgendaContent['drill']>): Html {
  return html`<div class="card-body"><p>${text}</p><p class="mb-0">Say: <strong>“${say}”</strong></p>
${moment !== null && momentQuote(moment)}</div>`;
}

function improvement({ title, text, moments }: AgendaContent['improvements'][number]): Html {
  return html`<li><strong>${title}</strong><p class="mb-1">${text}</p>${moments.map(momentQuote)}</li>`;
}

interface Answering {
  agenda: ShownAgenda;
  content: AgendaContent;
  given: AgendaAnswers;
  token: Html;
  until: Html;
}

/** The questions one by one: the first without an answer is open, or the last. Kept while typing with script, by its button without. */
export function answerForm({ agenda, content, given, token, until }: Answering): Html {
  const { questions } = content;
  const next = (questions.find(({ id }) => given.answers[id] === undefined) ?? questions.at(-1))?.id;
  const items = questions.map(
    ({ id, text, moment }, index) => html`<details class="question" name="question"${
      id === next && html` open`
    }><summary>Question ${index + 1} of ${questions.length}</summary>
<label class="form-label" for="${id}">${text}</label>${momentQuote(moment)}
<textarea class="form-control" id="${id}" name="${id}" rows="5" maxlength="4000" placeholder=" ">${given.answers[id]}</textarea></details>`,
  );
  const path = `/coaching/agendas/${agenda.id}`;
  return card(
    'Your answers',
    html`<form class="card-body" method="post" action="${path}#answers" hx-post="${path}/draft" hx-trigger="input delay:700ms" hx-target="#saved" hx-swap="innerHTML" hx-sync="this:replace">${token}
<p>Listen to each moment, then answer. What you write is kept for you alone until you hand it in; after that your manager reads it. You can hand it in until ${until}, once.</p>
${items}
<div class="my-3"><label class="form-label" for="commitment">${PROMISE}</label>
<textarea class="form-control" id="commitment" name="commitment" rows="2" maxlength="500" aria-describedby="commitment-hint">${given.commitment}</textarea>
<small class="form-hint" id="commitment-hint">If you like. The next agenda says what became of it.</small></div>
<p id="saved" class="text-secondary" role="status" data-signed-out="Not saved: you are signed out here. Sign in in another tab, then press “Keep and go on later”; what you write stays here." data-failed="Not saved: Debrief cannot be reached. What you write stays here; it is saved with the next change that works."></p>
<button class="btn" name="do" value="save">Keep and go on later</button>
<button class="btn btn-primary" name="do" value="submit">Hand in</button></form>`,
  );
}

/** What the agent wrote and can hand in no more, to be copied: the form that had it is gone. `given`: null for nothing. */
export function whatIsTooLate(
  { answers: stored }: ShownAgenda,
  { questions }: AgendaContent,
  given: AgendaAnswers | null,
): Html | null {
  const typed = [
    ...questions.map(({ id, text }) => ({ text, now: given?.answers[id], before: stored?.answers[id] })),
    { text: PROMISE, now: given?.commitment, before: stored?.commitment },
  ];
  const late = typed.flatMap(({ text, now, before }) =>
    now === undefined || now === before ? [] : [{ text, now }],
  );
  if (late.length === 0) return null;
  const all = late.map(({ text, now }) => `${text}\n${now}`).join('\n\n');
  return card(
    'What you wrote, which was not handed in',
    html`<div class="card-body">${late.map(({ text, now }) => html`<p class="mb-1"><strong>${text}</strong></p><p class="answer">${now}</p>`)}
<p class="mb-0 needs-script"><button type="button" class="btn btn-sm" data-copy-text="${all}">Copy what you wrote</button> <span data-copied role="status"></span></p></div>`,
  );
}

/** The questions with what was answered, which nobody changes any more; to a manager also before. `agent`: null for their own. */
export function whatWasHandedIn(
  agenda: ShownAgenda,
  { questions }: AgendaContent,
  { agent, zone }: { agent: string | null; zone: string },
): Html {
  const { answers, completed_at, summary } = agenda;
  const who = agent ?? 'You';
  const when =
    completed_at !== null
      ? html`${who} handed this in on ${time(completed_at, zone)}.`
      : agent === null
        ? 'The time to answer is over. You can still listen to the moments.'
        : `${agent} has not handed in answers. What an agent is writing is theirs until they do.`;
  const items = questions.map(({ id, text, moment }) => {
    const answer = answers?.answers[id];
    return html`<li><strong>${text}</strong>${momentQuote(moment)}${
      answer !== undefined &&
      html`<p class="answer mb-0"><span class="text-secondary">Answer:</span> ${answer}</p>`
    }</li>`;
  });
  return html`${summary !== null && card('Summary of the answers', html`<p class="card-body mb-0">${summary}</p>`)}
${card(
  'Questions',
  html`<div class="card-body"><p>${when}</p><ol class="claims">${items}</ol>
${answers?.commitment !== undefined && html`<h3 class="h4 mt-3">Promised until the next agenda</h3><p class="answer mb-0">${answers.commitment}</p>`}</div>`,
)}`;
}
