import { Pagination } from '@debrief/contracts/endpoints/lists';
import { Failure } from '@debrief/contracts/failures';
import {
  Conversation,
  Evidence,
  RatingCriterion,
  RecordingAnalysis,
} from '@debrief/contracts/resources/analysis';
import { Call, Roleplay } from '@debrief/contracts/resources/call';
import { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import { CoachingPeriod, CoachingPeriodDetail, Digest } from '@debrief/contracts/resources/coaching-period';
import { Contact, UpdateContact } from '@debrief/contracts/resources/contact';
import { CreateInvitation, Invitation, PendingInvitation } from '@debrief/contracts/resources/invitation';
import { Metrics } from '@debrief/contracts/resources/metrics';
import { CreateCall, SubmissionAcknowledgement } from '@debrief/contracts/resources/submission';
import { TranscriptView } from '@debrief/contracts/resources/transcript';
import { UpdateUser, User } from '@debrief/contracts/resources/user';
import { UserSignal } from '@debrief/contracts/resources/user-signal';
import type { TSchema } from '@sinclair/typebox';

/** The schemas that have a name in the document, where each use becomes a reference. */
export const componentSchemas: Readonly<Record<string, TSchema>> = {
  CreateCall,
  CreateCallResponse: SubmissionAcknowledgement,
  Call,
  Transcript: TranscriptView,
  RecordingAnalysis,
  RatingCriterion,
  Conversation,
  Evidence,
  Failure,
  Roleplay,
  Contact,
  UpdateContact,
  User,
  UpdateUser,
  UserSignal,
  Metrics,
  CreateInvitation,
  Invitation,
  PendingInvitation,
  CoachingPeriod,
  CoachingPeriodDetail,
  Digest,
  CoachingAgenda,
  Pagination,
};
