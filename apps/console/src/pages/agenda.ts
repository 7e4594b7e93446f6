import { AGENDA_COMPLETED, DebriefError, NOT_ALLOWED, REVIEW_CLOSED } from '@debrief/contracts/errors';
import { saveAgendaDraft, showAgenda, submitAgenda } from '@debrief/contracts/operations/coaching';
import { getUser } from '@debrief/contracts/operations/directory-people';
import type { AgendaAnswers } from '@debrief/contracts/resources/agenda-content';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { endOfDay, zoneOf } from '../html/format.ts';
import { html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, empty, heading, textOf } from '../html/parts.ts';
import { actionOf } from '../http/form-actions.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { asNotFound, idOf } from './addresses.ts';
import {
  answerForm,
  type ShownAgenda,
  sessionCards,
  whatIsTooLate,
  whatWasHandedIn,
} from './agenda-session.ts';
import { agendaState, span } from './coaching.ts';

/** Seven answers of 4,000 characters and a promise, as forms encode them in any script. */
const BODY_LIMIT_BYTES = 300_000;
const ANSWER_MAX_LENGTH = 4000;
const COMMITMENT_MAX_LENGTH = 500;

/** What an agent and their manager talk about, where `agenda_url` leads. The agent answers it; the manager reads. */
export const agendaPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: { faults?: string[]; given?: AgendaAnswers; status?: number } = {},
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const agenda = await visitor.ask(showAgenda, { id: idOf(request) }).catch(asNotFound);
    const zone = zoneOf(request.cookies.zone);
    const isOwn = isOf(visitor, agenda);
    const agent = isOwn ? null : await nameOf(visitor, agenda);
    const title = agenda.title ?? 'Agenda';
    const about = html`${heading(title)}<div class="place mb-3"><p class="lead mb-0">${agent === null ? 'Your calls' : `Calls of ${agent}, to whom it is written`}, ${span(agenda)}</p><div>${agendaState(agenda, zone)}</div></div>`;
    const { content } = agenda;
    const answer = (body: ReturnType<typeof html>) =>
      send(request, reply, { title, content: html`${about}${body}`, status: o.status ?? 200 });
    if (content === null) return answer(notReady(agenda));
    const isOpen = isOwn && canBeAnswered(agenda);
    const form =
      isOpen &&
      answerForm({
        ...{ agenda, content, given: o.given ?? agenda.draft ?? { answers: {} } },
        ...{ token: formToken(cookies, request, reply), until: endOfDay(agenda.review_period_end, zone) },
      });
    // Who has written comes back to the answers, and not to the top.
    return answer(html`${isOpen && html`<p><a href="#answers">Go to the questions</a></p>`}${sessionCards(content)}
<div id="answers">${alertOf(o.faults ?? [])}${isOpen && textOf(request.query, 'saved') !== undefined && alertOf(['What you wrote is kept. Nobody else sees it until you hand it in.'], 'success')}
${!isOpen && whatIsTooLate(agenda, content, o.given ?? agenda.draft)}
${form || whatWasHandedIn(agenda, content, { agent, zone })}</div>`);
  }

  server.get('/coaching/agendas/:id', async (request, reply) => show(request, reply));

  const does = ['save', 'submit'];
  server.post(
    '/coaching/agendas/:id',
    { bodyLimit: BODY_LIMIT_BYTES, config: { does } },
    async (request, reply) => {
      const visitor = visitorOf(request);
      const id = idOf(request);
      const given = readAnswers(request.body);
      try {
        await visitor.ask(saveAgendaDraft, { id, ...given }).catch(asNotFound);
        if (actionOf(request) !== 'submit')
          return reply.redirect(`/coaching/agendas/${id}?saved=yes#answers`, 303);
        const missing = await missingOf(visitor, id, given);
        if (missing.length > 0) return show(request, reply, { faults: missing, given, status: 422 });
        await visitor.ask(submitAgenda, { id, ...given });
        return reply.redirect(`/coaching/agendas/${id}#answers`, 303);
      } catch (error) {
        const code = error instanceof DebriefError ? error.definition.code : null;
        if (code === NOT_ALLOWED.code) return show(request, reply, { faults: [ofAgent], status: 403 });
        if (!(error instanceof DebriefError) || error.definition.status !== 409) throw error;
        // Handed in elsewhere, or too late: what was handed in is shown, with why and with what was not.
        return show(request, reply, { faults: inWords(error), given, status: 409 });
      }
    },
  );

  /** While the agent types. */
  server.post('/coaching/agendas/:id/draft', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const given = readAnswers(request.body);
    const saved = await visitorOf(request)
      .ask(saveAgendaDraft, { id: idOf(request), ...given })
      .then(() => 'Saved.')
      .catch((error: unknown) => {
        if (error instanceof DebriefError && error.definition.status < 500)
          return `Not saved: ${inWords(error).join(' ')}`;
        throw error;
      });
    return reply.type('text/html; charset=utf-8').send(saved);
  });
};

const ofAgent = 'Only the agent to whom it is written answers it, so nothing was changed.';

/** The API says it in its own terms. */
function inWords(error: DebriefError): string[] {
  const { code } = error.definition;
  if (code === AGENDA_COMPLETED.code) return ['This agenda was handed in before, with other answers.'];
  if (code === REVIEW_CLOSED.code) return ['The time to hand it in is over.'];
  return [error.publicMessage].flat().map((message) => `${message}.`);
}

function isOf({ place }: Visitor, { user_id }: ShownAgenda): boolean {
  return user_id !== null && place.user_id === user_id;
}

async function nameOf(visitor: Visitor, { user_id, external_user_id }: ShownAgenda): Promise<string> {
  if (user_id === null) return external_user_id;
  const user = await visitor.ask(getUser, { by: 'id', value: user_id }).catch(asNotFound);
  return user.name;
}

function canBeAnswered({ generation_status, is_completed, review_period_end }: ShownAgenda): boolean {
  const isOver = Date.parse(`${review_period_end}T00:00:00Z`) + 86_400_000 <= Date.now();
  return generation_status === 'ready' && !is_completed && !isOver;
}

function notReady({ generation_status, user_id }: ShownAgenda) {
  if (user_id === null)
    return empty(
      'This agent was removed',
      'What the agenda said, and what was answered, is removed as well.',
    );
  if (generation_status === 'not_eligible')
    return empty(
      'There were too few calls to coach',
      'The next period gets an agenda when it has enough of them.',
    );
  if (generation_status === 'failed')
    return empty(
      'This agenda could not be written',
      'Your operator finds the reason in the log of coaching.',
    );
  return empty('This agenda is being written', 'Reload the page in a few minutes.');
}

/** What is written, question by question; what is empty is not there. */
function readAnswers(body: unknown): AgendaAnswers {
  const text = (name: string, maxLength: number) =>
    (textOf(body, name) ?? '')
      .replaceAll('\r\n', '\n')
      .replaceAll('\0', '')
      .toWellFormed()
      .trim()
      .slice(0, maxLength);
  const answers: AgendaAnswers['answers'] = {};
  for (let number = 1; number <= 9; number += 1) {
    const answer = text(`q${number}`, ANSWER_MAX_LENGTH);
    if (answer !== '') answers[`q${number}`] = answer;
  }
  const commitment = text('commitment', COMMITMENT_MAX_LENGTH);
  return { answers, ...(commitment !== '' && { commitment }) };
}

async function missingOf(visitor: Visitor, id: string, { answers }: AgendaAnswers): Promise<string[]> {
  const { content } = await visitor.ask(showAgenda, { id });
  return (content?.questions ?? []).flatMap((question, index) =>
    answers[question.id] === undefined
      ? [`Question ${index + 1} has no answer yet. A sentence is enough.`]
      : [],
  );
}
