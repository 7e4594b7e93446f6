import type { OutputOf } from '@debrief/contracts/define';
import {
  DebriefError,
  ROUTE_NOT_FOUND,
  TRANSCRIPT_CHANGED,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';
import {
  correctTranscript,
  getCorrections,
  LINE_MAX_LENGTH,
  type TranscriptChange,
} from '@debrief/contracts/operations/corrections';
import { getTranscript } from '@debrief/contracts/operations/ingest';
import type { SpeakerRole, TranscriptView } from '@debrief/contracts/resources/transcript';
import { isStorableText, TEXT_MAX_LENGTH } from '@debrief/contracts/text';
import type { Static } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { length } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, card, field, heading, select, textOf } from '../html/parts.ts';
import { Fault } from '../http/fault.ts';
import { actionOf } from '../http/form-actions.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { asNotFound, idOf } from './addresses.ts';
import { findAudio } from './call-audio.ts';
import { playerOf } from './call-sound.ts';

type Change = Static<typeof TranscriptChange>;
type Corrections = OutputOf<typeof getCorrections>;

/** Lines before and after the one that is corrected. */
const SHOWN_AROUND = 2;
/** Digits of the number of a line. */
const LINE = /^\d{1,6}$/;

/** What the line says now is shown then, rather than what was given. */
class Overtaken extends Fault {}

const does = ['line', 'swap', 'rename', 'restore'];

/** Where a manager puts right what was misheard, or who said it. */
export const correctPages: Pages = (server, deps) => {
  const send = pageSender(deps);
  const cookies = cookieRules(deps.config.WEB_APP_URL);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      faults = [],
      status = 200,
      given,
    }: { faults?: string[]; status?: number; given?: string | undefined } = {},
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const id = idOf(request);
    const [transcript, corrections, audio] = await Promise.all([
      visitor.ask(getTranscript, { kind: 'call', by: 'id', value: id }).catch(asNotFound),
      visitor.ask(getCorrections, { recording_id: id }).catch(asNotFound),
      findAudio(visitor, deps, id),
    ]);
    const asked = textOf(request.query, 'line');
    const index = asked !== undefined && LINE.test(asked) ? Number(asked) : null;
    if (asked !== undefined && (index === null || index >= transcript.segments.length))
      throw new DebriefError(ROUTE_NOT_FOUND);
    const token = html`${formToken(cookies, request, reply)}<input type="hidden" name="revision" value="${corrections.revision}">`;
    const title = index === null ? 'Correct who speaks' : 'Correct a line';
    const back = `/calls/${id}${index === null ? '' : `#segment-${index}`}`;
    const content = html`${heading(title)}<p><a href="${back}">Back to the call</a></p>
<p>What was heard is kept, and can be had back. The call is coached again by what you say, and by the rubric that counts now: where that was changed since, outcome and rating may change with it.</p>${alertOf(faults)}
${index === null ? speakerForms(transcript, corrections, token) : lineForm({ transcript, corrections, index, given, token, hasSound: audio !== null })}
${playerOf(id, audio)}`;
    return send(request, reply, { title, content, status, scripts: ['wavesurfer.js', 'player.js'] });
  }

  server.get('/calls/:id/correct', async (request, reply) => show(request, reply));

  server.post('/calls/:id/correct', { config: { does } }, async (request, reply) => {
    const id = idOf(request);
    try {
      const [revision, change] = [revisionIn(request.body), changeIn(request)];
      await correct(visitorOf(request), { recording_id: id, revision, change });
      const place = change.kind === 'line' ? `#segment-${change.segment_index}` : '#transcript';
      return reply.redirect(`/calls/${id}${place}`, 303);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const given = error instanceof Overtaken ? undefined : textOf(request.body, 'text');
      return show(request, reply, { faults: [error.message], status: 422, given });
    }
  });
};

async function correct(
  visitor: Visitor,
  input: { recording_id: string; revision: number; change: Change },
): Promise<void> {
  await visitor.ask(correctTranscript, input).catch((error) => {
    const code = error instanceof DebriefError ? error.definition.code : null;
    if (code === TRANSCRIPT_CHANGED.code)
      throw new Overtaken(
        'Somebody has corrected this call meanwhile. Look at what it says now, and try again.',
      );
    if (code === VALIDATION_FAILED.code)
      throw new Fault(
        input.change.kind === 'rename' ? 'Give two names that differ.' : 'Say what was said in this line.',
      );
    return asNotFound(error);
  });
}

function revisionIn(body: unknown): number {
  const revision = textOf(body, 'revision') ?? '';
  if (!/^\d{1,9}$/.test(revision)) throw new DebriefError(ROUTE_NOT_FOUND);
  return Number(revision);
}

/** @throws Fault naming what is wrong. */
function changeIn(request: FastifyRequest): Change {
  const { body, query } = request;
  const text = (name: string) => textOf(body, name)?.trim() ?? '';
  const kind = actionOf(request);
  if (kind === 'swap' || kind === 'restore') return { kind };
  if (kind === 'rename') {
    const names = { agent: text('agent'), contact: text('contact') };
    for (const name of Object.values(names))
      if (name === '' || name.length > TEXT_MAX_LENGTH || !isStorableText(name))
        throw new Fault(`Give both names, of at most ${TEXT_MAX_LENGTH} characters.`);
    if (names.agent === names.contact) throw new Fault('Give two names that differ.');
    return { kind, ...names };
  }
  const line = textOf(query, 'line') ?? '';
  if (kind !== 'line' || !LINE.test(line)) throw new DebriefError(ROUTE_NOT_FOUND);
  const said = text('text').replace(/\s+/g, ' ');
  if (said === '' || said.length > LINE_MAX_LENGTH || !isStorableText(said))
    throw new Fault(`Say what was said in this line, in at most ${LINE_MAX_LENGTH} characters.`);
  return { kind, segment_index: Number(line), text: said, ...roleIn(text('role')) };
}

function roleIn(given: string): { role?: SpeakerRole } {
  if (given === '') return {};
  if (given !== 'agent' && given !== 'contact') throw new Fault('Choose who said it from the list.');
  return { role: given };
}

function lineForm(o: {
  transcript: TranscriptView;
  corrections: Corrections;
  index: number;
  given: string | undefined;
  token: Html;
  hasSound: boolean;
}): Html {
  const { index, token, hasSound } = o;
  const { segments, speakers } = o.transcript;
  const around = (from: number, to: number) =>
    segments
      .slice(Math.max(0, from), to)
      .map(
        ({ speaker, text }) => html`<p class="text-secondary mb-1"><strong>${speaker}</strong> ${text}</p>`,
      );
  const { speaker, start_time, text } = segments[index] as TranscriptView['segments'][number];
  const heard = o.corrections.heard?.lines.find(({ segment_index }) => segment_index === index);
  const roles = [
    { value: '', name: `${speaker}, as it is` },
    { value: 'agent', name: `${speakers.agent}, the agent` },
    { value: 'contact', name: `${speakers.contact}, the contact` },
  ];
  const at = length(start_time);
  return card(
    `The line at ${at}`,
    html`<div class="card-body">${around(index - SHOWN_AROUND, index)}
<form class="my-3" method="post" action="?line=${index}">${token}
${hasSound && html`<p><a href="#player" data-play="${start_time}">Play it</a></p>`}
<div class="mb-3"><label class="form-label" for="text">What was said</label>
<textarea class="form-control" id="text" name="text" rows="4" maxlength="${LINE_MAX_LENGTH}" required autofocus>${o.given ?? text}</textarea>
${heard !== undefined && html`<small class="form-hint">Heard as: ${heard.text}</small>`}</div>
${select('role', 'Who said it', roles, '')}
<button class="btn btn-primary" name="do" value="line">Save and coach again</button></form>
${around(index + 1, index + 1 + SHOWN_AROUND)}</div>`,
  );
}

function speakerForms({ speakers }: TranscriptView, { heard }: Corrections, token: Html): Html {
  const form = (content: Html) => html`<form class="card-body" method="post">${token}${content}</form>`;
  return html`${card(
    'Who is who',
    form(html`<p>If the lines of ${speakers.agent} are those of ${speakers.contact}, and the other way round:</p>
<button class="btn" name="do" value="swap">Swap the speakers</button>`),
  )}${card(
    'What they are called in this call',
    form(html`${field({ name: 'agent', label: 'The agent', value: speakers.agent, required: true, maxlength: TEXT_MAX_LENGTH, autocomplete: 'off' })}
${field({ name: 'contact', label: 'The contact', value: speakers.contact, required: true, maxlength: TEXT_MAX_LENGTH, autocomplete: 'off' })}
<button class="btn" name="do" value="rename">Rename</button>`),
  )}${
    heard !== null &&
    card(
      'What was heard',
      form(html`<p>Takes all corrections of this call back: its lines, and who speaks.</p>
<button class="btn" name="do" value="restore">Take the corrections back</button>`),
    )
  }`;
}
