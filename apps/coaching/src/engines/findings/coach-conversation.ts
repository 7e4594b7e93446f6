import type { CoachEngine } from '@debrief/contracts/resources/analysis';
import type { Rubric } from '@debrief/contracts/resources/rubric';
import type { Coached } from '../coach.ts';
import type { Claim } from '../conversation/claim.ts';
import type { Conversation, Stretch } from '../conversation/conversation.ts';
import { assembleResult, type ObjectionClaim } from './assemble-result.ts';
import { conductClaims } from './conduct/conduct-claims.ts';
import { findConduct } from './conduct/find-conduct.ts';
import { improvements } from './feedback/improvements.ts';
import { topMoments } from './feedback/top-moments.ts';
import { findFindings, nobody } from './find-findings.ts';
import type { Commitment, Findings, Objection } from './findings.ts';
import { labelOfKind, unnamedKind } from './objections/objection-labels.ts';
import { shownObjection } from './objections/shown-objection.ts';
import { shownReply } from './objections/shown-reply.ts';
import { labelOf } from './outcome/outcome-labels.ts';
import { outcomeReasoning } from './outcome/outcome-reasoning.ts';
import { quotesTogether, saidTogether } from './passage.ts';
import { countQuestions } from './questions/count-questions.ts';
import { rate } from './rating/rate.ts';
import { quotesOf, said } from './said.ts';
import { measureSpeech } from './speech/measure-speech.ts';
import { conversationStatistics } from './statistics/conversation-statistics.ts';
import { composeSummary } from './summary/compose-summary.ts';
import { daysOfItem } from './times/days-named.ts';
import { mentionsIn } from './times/mentions.ts';

/** Everything that is reported of a conversation, whichever engine labelled it. */
export function coachConversation(conversation: Conversation, rubric: Rubric, engine: CoachEngine): Coached {
  const { transcript } = conversation;
  const findings = findFindings(conversation);
  const { outcome, objections, commitments } = findings;
  const faults = findConduct({ conversation, outcome });
  const statistics = conversationStatistics(transcript, countQuestions(conversation));
  const rating = rate(rubric, { ...findings, faults, statistics });
  const judged = { ...findings, faults };
  const reasoning = outcomeReasoning(findings);
  const mentions = mentionsIn(conversation);
  const items = (owner: Commitment['owner']) =>
    commitments
      .filter((item) => item.owner === owner)
      .map((item) => ({
        ...claimOf(conversation, item.text, item.stretches),
        days: daysOfItem(conversation, mentions, item),
      }));
  const result = assembleResult(transcript, {
    primary: items('agent'),
    secondary: items('contact'),
    conduct: conductClaims(findings, faults),
    improvements: rating === null ? [] : improvements(judged),
    topMoments: nobody.has(outcome.code) ? [] : topMoments(judged),
    disposition: {
      ...claimOf(conversation, labelOf(outcome.code, rubric), reasoning.stretches),
      code: outcome.code,
    },
    dispositionReasoning: reasoning.text,
    appointment: appointmentOf(conversation, findings),
    objections: objections.flatMap((objection) => objectionClaim(conversation, objection)),
    rating,
    summary: composeSummary(findings),
    conversation: statistics,
    engine,
  });
  return { ...result, speech: measureSpeech(findings) };
}

function appointmentOf(
  conversation: Conversation,
  { outcome, agreements }: Findings,
): (Claim & { at: string | null }) | null {
  const agreed = agreements.findLast(({ kind, isSure }) => kind === 'appointment' && isSure);
  if (outcome.code !== 'appointment_set' || agreed === undefined) return null;
  return { ...claimOf(conversation, agreed.asAgreed, agreed.stretches.slice(-3)), at: agreed.at };
}

function objectionClaim(conversation: Conversation, objection: Objection): ObjectionClaim[] {
  const { stretch: index, probability, taken } = objection;
  const stretch = conversation.stretches[index];
  if (stretch === undefined) return [];
  const label = labelOfKind(objection);
  const shown = shownObjection(conversation, stretch);
  const words = saidTogether(conversation, shown);
  const text = label === unnamedKind ? words : `${label}: ${words}`;
  const answered = conversation.stretches[taken ?? -1];
  const answer =
    answered === undefined ? null : claimOf(conversation, said(conversation, answered), [answered.index]);
  const quotes = claimTogether(conversation, shown).quotes;
  const reply = shownReply(conversation, stretch);
  return [
    {
      ...{ text, quotes, kind: label, confidence: probability, answer },
      reply: reply.length === 0 ? null : fromBeginning(conversation, reply),
    },
  ];
}

/** With its first words, which may show that the objection was heard. */
function fromBeginning(conversation: Conversation, run: readonly Stretch[]): Claim {
  const { segment = 0, end = 0 } = run.at(-1) ?? {};
  const text = (conversation.transcript.segments[segment]?.text ?? '').slice(0, end).trim();
  return { ...claimTogether(conversation, run), quotes: [{ segment, text }] };
}

/** Neighbours in one piece. */
function claimTogether(conversation: Conversation, run: readonly Stretch[]): Claim {
  const indexes = run.map(({ index }) => index);
  return { text: saidTogether(conversation, run), quotes: quotesTogether(conversation, indexes) };
}

function claimOf(conversation: Conversation, text: string, indexes: readonly number[]): Claim {
  return { text, quotes: quotesOf(conversation, indexes) };
}
