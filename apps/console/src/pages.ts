import type { Pages } from './console-deps.ts';
import { accountPages } from './pages/account.ts';
import { agendaPages } from './pages/agenda.ts';
import { auditPages } from './pages/audit.ts';
import { callPage } from './pages/call.ts';
import { callAudio } from './pages/call-audio.ts';
import { callClaims } from './pages/call-claims.ts';
import { callProgress } from './pages/call-progress.ts';
import { callsPage } from './pages/calls.ts';
import { coachingPages } from './pages/coaching.ts';
import { correctPages } from './pages/correct.ts';
import { dataPages } from './pages/data.ts';
import { erasurePages } from './pages/erasures.ts';
import { healthPages } from './pages/health.ts';
import { insightPages } from './pages/insights.ts';
import { integrationPages } from './pages/integrations.ts';
import { invitationPages } from './pages/invitations.ts';
import { judgingPages } from './pages/judging.ts';
import { keyPages } from './pages/keys.ts';
import { linkPages } from './pages/links.ts';
import { markedClaimPages } from './pages/marked-claims.ts';
import { openIdPages } from './pages/openid.ts';
import { peoplePages } from './pages/people.ts';
import { placePages } from './pages/places.ts';
import { recoveryPages } from './pages/recovery.ts';
import { rubricPages } from './pages/rubric.ts';
import { signInPages } from './pages/sign-in.ts';
import { signalPage } from './pages/signal.ts';
import { uploadPage } from './pages/upload.ts';

/** For everybody. */
export const openPages: readonly Pages[] = [
  signInPages,
  openIdPages,
  invitationPages,
  linkPages,
  recoveryPages,
];

/** For whoever is signed in; others are asked to first. */
export const signedInPages: readonly Pages[] = [
  callsPage,
  callPage,
  uploadPage,
  callProgress,
  callAudio,
  callClaims,
  correctPages,
  insightPages,
  coachingPages,
  agendaPages,
  signalPage,
  integrationPages,
  peoplePages,
  dataPages,
  erasurePages,
  auditPages,
  healthPages,
  judgingPages,
  markedClaimPages,
  rubricPages,
  keyPages,
  placePages,
  accountPages,
];
