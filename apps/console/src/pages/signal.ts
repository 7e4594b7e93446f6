import {
  DebriefError,
  ROUTE_NOT_FOUND,
  SIGNAL_NOT_FOUND,
  SIGNAL_OFF,
  SIGNALS_OFF,
} from '@debrief/contracts/errors';
import { getUser } from '@debrief/contracts/operations/directory-people';
import { getSignal } from '@debrief/contracts/operations/signals';
import { NO_CLEAR_TYPE, type SignalProfile } from '@debrief/contracts/resources/user-signal';
import type { Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { card, empty, heading } from '../html/parts.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { asNotFound, idOf } from './addresses.ts';

/** What is inferred from how an agent speaks. */
export const signalPage: Pages = (server, deps) => {
  const send = pageSender(deps);
  server.get('/coaching/agents/:id', async (request, reply) => {
    const visitor = visitorOf(request);
    const user_id = idOf(request);
    const name = await nameOf(visitor, user_id);
    const isOwn = visitor.place.user_id === user_id;
    const show = (profile: SignalProfile) => profileCards(profile, isOwn);
    const body = await visitor.ask(getSignal, { user_id }).then(show, (error: unknown) => {
      const why = error instanceof DebriefError ? without[error.definition.code] : undefined;
      if (why === undefined) throw error;
      return why;
    });
    const title = `Profile of ${name}`;
    return send(request, reply, { title, content: html`${heading(title)}${body}` });
  });
};

/** A member knows of themselves only. */
async function nameOf(visitor: Visitor, user_id: string): Promise<string> {
  if (visitor.isAtLeast('admin'))
    return (await visitor.ask(getUser, { by: 'id', value: user_id }).catch(asNotFound)).name;
  if (visitor.place.user_id !== user_id) throw new DebriefError(ROUTE_NOT_FOUND);
  return visitor.session.account.name;
}

const without: Record<string, Html> = {
  [SIGNAL_NOT_FOUND.code]: empty(
    'There is too little speech yet',
    'A profile needs 5 calls and 1,500 words of the agent. It appears here by itself when enough calls have come in.',
  ),
  [SIGNALS_OFF.code]: empty(
    'Profiles are switched off',
    'Your organization has chosen not to infer profiles of its agents from their calls.',
  ),
  [SIGNAL_OFF.code]: empty('No profile is made of this agent', 'This agent is left out of profiles.'),
};

const styles = [
  ['dominance', 'Dominance', 'goes straight for a result'],
  ['influence', 'Influence', 'turns to people, warm and lively'],
  ['steadiness', 'Steadiness', 'patient and considerate'],
  ['conscientiousness', 'Conscientiousness', 'careful and exact'],
] as const;

function profileCards(profile: SignalProfile, isOwn: boolean): Html {
  const { DISC, coreMotivators, fearsAndAvoidances, maxPerformanceRecs } = profile;
  const scores = styles.map(
    ([key, name, meaning]) => html`<tr><th scope="row">${name}</th><td data-label="Means">${meaning}</td>
<td data-label="Score"><meter class="score" min="0" max="100" value="${DISC[key]}">${DISC[key]}</meter> ${DISC[key]}</td></tr>`,
  );
  return html`<div class="alert alert-info" role="note"><div>${isOwn ? 'How you come across, inferred by a program from how you speak in calls' : 'How this person comes across, inferred by a program from how they speak in calls'}. It is not a psychometric test and not a judgement of the person: use it to start a conversation, never to decide about somebody.</div></div>
${card(
  DISC.profileName === NO_CLEAR_TYPE ? NO_CLEAR_TYPE : `${DISC.profileName} (${DISC.profileType})`,
  html`<div class="card-body"><p>${profile.aboutMe}</p><p>${profile.psychologicalSummary}</p>
<div class="table-responsive"><table class="table stacked mb-0"><caption>Styles by the DISC model, 0 to 100; 50 is usual</caption>
<thead><tr><th scope="col">Style</th><th scope="col">Means</th><th scope="col">Score</th></tr></thead><tbody>${scores}</tbody></table></div>
<p class="text-secondary mb-0 mt-2">Five points more or less may be chance, and one call more or less can make another type.</p></div>`,
)}
${card('What it rests on', html`<p class="card-body mb-0">${profile.reasoning}</p>`)}
${textCard('In disagreement', profile.conflictStyle)}${textCard('Towards others', profile.socialOrientation)}
${listCard('Drives', coreMotivators)}${listCard('Avoids', fearsAndAvoidances)}${listCard('What helps', maxPerformanceRecs)}`;
}

function textCard(title: string, text: string): Html | null {
  return text === '' ? null : card(title, html`<p class="card-body mb-0">${text}</p>`);
}

function listCard(title: string, lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return card(title, html`<ul class="card-body claims">${lines.map((line) => html`<li>${line}</li>`)}</ul>`);
}
