import type { Operation } from '../define.ts';
import * as analytics from './analytics.ts';
import * as audit from './audit.ts';
import * as claims from './claims.ts';
import * as coaching from './coaching.ts';
import * as corrections from './corrections.ts';
import * as directoryAccess from './directory-access.ts';
import * as directoryInvitations from './directory-invitations.ts';
import * as directoryMails from './directory-mails.ts';
import * as directoryMembers from './directory-members.ts';
import * as directoryOwn from './directory-own.ts';
import * as directoryPeople from './directory-people.ts';
import * as directorySessions from './directory-sessions.ts';
import * as directoryTeams from './directory-teams.ts';
import * as erasures from './erasures.ts';
import * as facts from './facts.ts';
import * as ingest from './ingest.ts';
import * as ingestAudio from './ingest-audio.ts';
import * as ingestQueue from './ingest-queue.ts';
import * as ingestWork from './ingest-work.ts';
import { analyticsRebuilds, coachingRebuilds, ingestRebuilds } from './rebuilds.ts';
import * as rubrics from './rubrics.ts';
import * as signals from './signals.ts';

/** Everything that may be asked over NATS. */
export const operations: readonly Operation[] = [
  corrections,
  directoryAccess,
  directoryPeople,
  directoryTeams,
  directoryInvitations,
  directoryMails,
  directoryMembers,
  directoryOwn,
  directorySessions,
  ingest,
  ingestAudio,
  ingestQueue,
  ingestWork,
  coaching,
  signals,
  claims,
  rubrics,
  erasures,
  analytics,
  facts,
  audit,
  analyticsRebuilds,
  coachingRebuilds,
  ingestRebuilds,
].flatMap((module) => Object.values<unknown>(module).filter(isOperation));

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'subject' in value && 'scope' in value;
}
