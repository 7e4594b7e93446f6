import { type AudioStore, readMarker } from '@debrief/audio-store/audio-store';
import { makeUploadUrl, uploadKey } from '@debrief/audio-store/upload-key';
import { DebriefError, QUOTA_EXCEEDED, STORAGE_FULL, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { getOwnIntegration } from '@debrief/contracts/operations/directory-own';
import { getUser, resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { getCallOverview, submitRecording } from '@debrief/contracts/operations/ingest';
import type { Integration } from '@debrief/contracts/resources/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, empty, heading } from '../html/parts.ts';
import { Fault } from '../http/fault.ts';
import { formToken } from '../http/form-tokens.ts';
import { audioIn, takeFiles } from '../http/uploaded-files.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { listAgents } from './agents.ts';
import { callIn, type UploadedCall, uploadForm } from './upload-form.ts';

/** For a file and its submission; also the longest that any request may take to come. */
export const UPLOAD_TIMEOUT_MS = 15 * 60_000;
/** In each console: none may fill its connections to the store with them. */
const UPLOADS_AT_ONCE = 4;
const shown: string[] = [QUOTA_EXCEEDED.code, STORAGE_FULL.code, USER_NOT_FOUND.code];

/** A call from a file: it goes into the store of audio as it comes, and is submitted as over the API. */
export const uploadPage: Pages = (server, deps) => {
  const { config, audio: store } = deps;
  const cookies = cookieRules(config.WEB_APP_URL);
  const send = pageSender(deps);
  let underWay = 0;

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    faults: string[] = [],
  ): Promise<FastifyReply> {
    const content = html`${heading('Upload a call')}${alertOf(faults)}${
      store === null ? noStore() : await form(request, reply)
    }`;
    return send(request, reply, {
      ...{ title: 'Upload a call', content, scripts: ['upload.js'] },
      status: faults.length > 0 ? 422 : 200,
    });
  }

  async function form(request: FastifyRequest, reply: FastifyReply): Promise<Html> {
    const visitor = visitorOf(request);
    const [integration, users] = await Promise.all([visitor.ask(getOwnIntegration, {}), listAgents(visitor)]);
    const agents = users.map(({ id, name }) => ({ value: id, name }));
    const token = formToken(cookies, request, reply);
    return uploadForm(request.body, { integration, agents, token, zone: zoneOf(request.cookies.zone) });
  }

  /** @returns where to go on. */
  async function upload(request: FastifyRequest, to: AudioStore): Promise<string> {
    const visitor = visitorOf(request);
    const integration = await visitor.ask(getOwnIntegration, {});
    const call = callIn(request.body, integration, zoneOf(request.cookies.zone));
    if (underWay >= UPLOADS_AT_ONCE)
      throw new Fault('Other files are being uploaded at this moment. Try again in a minute.');
    underWay += 1;
    const url = makeUploadUrl();
    const key = uploadKey(integration.id, url);
    try {
      await storeFile(request, to, key);
      const call_event_id = await submit(visitor, { call, integration, url });
      // It is accepted, whatever can be told of it.
      const overview = await visitor
        .ask(getCallOverview, { by: 'call_event_id', value: call_event_id })
        .catch(() => null);
      return overview === null ? '/calls' : `/calls/${overview.call.id}`;
    } catch (error) {
      // Without an answer it may be that of a call. Whatever is of none, ingest deletes within hours.
      if (isRefusal(error)) await to.remove([key]).catch(() => undefined);
      throw error;
    } finally {
      underWay -= 1;
    }
  }

  server.get('/calls/upload', async (request, reply) => {
    visitorOf(request).requireRole('admin');
    return show(request, reply);
  });

  server.register(async (uploads) => {
    await takeFiles(uploads, config.UPLOAD_MAX_BYTES);
    uploads.post('/calls/upload', { config: { bringsFile: true } }, async (request, reply) => {
      visitorOf(request).requireRole('admin');
      if (store === null) return show(request, reply, ['Nothing was uploaded.']);
      try {
        return await reply.redirect(await upload(request, store), 303);
      } catch (error) {
        if (error instanceof Fault) return show(request, reply, [error.message]);
        if (error instanceof DebriefError && shown.includes(error.definition.code))
          return show(request, reply, [error.publicMessage].flat());
        throw error;
      }
    });
  });
};

/** Whether nothing was submitted for certain. */
function isRefusal(error: unknown): boolean {
  return error instanceof Fault || (error instanceof DebriefError && error.definition.status < 500);
}

/** @throws Fault when the file is at fault, or the store. */
async function storeFile({ uploaded, log }: FastifyRequest, store: AudioStore, key: string): Promise<void> {
  if (uploaded === null) throw new Fault('Choose the file of the recording.');
  let fault: Fault | null = null;
  const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
  try {
    // An empty mount point is not the store.
    if ((await readMarker(store)) === null) throw new Error('the store is nobody’s');
    const source = audioIn(uploaded, (one) => {
      fault = one;
    });
    await store.write(key, source, { signal, onProgress: () => undefined });
  } catch (error) {
    if (fault !== null) throw fault;
    log.error({ err: error }, 'an upload could not be stored');
    throw new Fault('The file could not be stored. Try again; if it stays so, tell your operator.');
  }
}

/** As the API does with a URL. @returns the id of what was submitted. */
async function submit(
  visitor: Visitor,
  { call, integration, url }: { call: UploadedCall; integration: Integration; url: string },
): Promise<string> {
  const { submissions_per_minute, submissions_per_day, audio_hours_per_day } = integration.quotas;
  const { category, incoming, occurred_at, duration_seconds, contact } = call;
  const agent = await agentOf(visitor, call.agent);
  const people = await visitor.ask(resolveSubmission, { ...agent, ...contact });
  const { call_event_id } = await visitor.ask(submitRecording, {
    // Both the same, by which ingest finds what an upload is of.
    ...{ recording_id: url, recording_url: url },
    ...{ duration_seconds, incoming, occurred_at, ai_category: category.name },
    ...{ external_user_id: agent.external_user_id, user_name: agent.user_name, ...contact },
    ...people,
    ...{ kind: category.kind, rubric: category.rubric ?? null },
    quotas: { submissions_per_minute, submissions_per_day, audio_hours_per_day },
  });
  return call_event_id;
}

async function agentOf(visitor: Visitor, agent: UploadedCall['agent']) {
  if (typeof agent !== 'string') return agent;
  const { external_user_id, name, email } = await visitor.ask(getUser, { by: 'id', value: agent });
  return { external_user_id, user_name: name, user_email: email };
}

function noStore(): Html {
  return empty(
    'There is nowhere to put a file yet',
    html`Your operator sets <code>AUDIO_URL</code> to the same folder or bucket for ingest, the workers and the console. Recordings with an address can be sent over the API meanwhile.`,
  );
}
