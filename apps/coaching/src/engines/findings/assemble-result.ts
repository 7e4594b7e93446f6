import type { CoachEngine, CoachingResult, Evidence } from '@debrief/contracts/resources/analysis';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { type Claim, quoteOf } from '../conversation/claim.ts';
import type { Rating } from './rating/rating.ts';
import type { NamedDay } from './speech/speech.ts';

const EVIDENCE_PER_CLAIM = 3;

/** An objection with what the agent said next, and the answer to it that the contact took. */
export interface ObjectionClaim extends Claim {
  kind: string;
  confidence: number;
  reply: Claim | null;
  answer: Claim | null;
}

/** What somebody is to do, with the days that it names. */
interface ItemClaim extends Claim {
  days: readonly NamedDay[];
}

/** What was found, before every claim is held against the transcript. */
export interface Report {
  primary: readonly ItemClaim[];
  secondary: readonly ItemClaim[];
  conduct: readonly Claim[];
  improvements: readonly (Claim & { kind: string })[];
  topMoments: readonly Claim[];
  disposition: Claim & { code: string };
  dispositionReasoning: string;
  /** In the words in which it was agreed. */
  appointment: (Claim & { at: string | null }) | null;
  objections: readonly ObjectionClaim[];
  rating: Rating | null;
  summary: Claim;
  conversation: CoachingResult['conversation'];
  engine: CoachEngine;
}

/**
 * The result with its evidence. A quote that does not stand verbatim in its segment is dropped, and with its last
 * quote the claim: whatever an engine says, nothing reaches a reader that cannot be looked up. Only a label may
 * rest on no quote at all: nobody said that it is unclear, and some recordings have no words.
 */
export function assembleResult(transcript: Transcript, report: Report): CoachingResult {
  const evidence: Evidence[] = [];
  const cite = (claimId: string, claim: Claim): boolean => {
    const entries = claim.quotes.flatMap((quote) => {
      const segment = transcript.segments[quote.segment];
      if (segment === undefined || quote.text === '' || !segment.text.includes(quote.text)) return [];
      const { start_time, speaker } = segment;
      const place = { segment_index: quote.segment, quote: quote.text, start_time, speaker };
      const shows = quote.indicator === undefined ? {} : { indicator: quote.indicator };
      return [{ claim_id: claimId, claim: claim.text, ...shows, ...place }];
    });
    evidence.push(...distinct(entries).slice(0, EVIDENCE_PER_CLAIM));
    return entries.length > 0;
  };
  const keep = <C extends Claim>(path: string, claims: readonly C[]): C[] => {
    const kept: C[] = [];
    for (const claim of claims) if (cite(`${path}.${kept.length}`, claim)) kept.push(claim);
    return kept;
  };
  const citeAll = (path: string, claims: readonly Claim[]): string[] =>
    keep(path, claims).map(({ text }) => text);
  const { appointment, disposition, rating, summary } = report;
  const isShown = cite('disposition.outcomes.0', disposition) || disposition.quotes.length === 0;
  cite('summary', summary);
  if (appointment !== null) cite('appointment', appointment);
  const objections = keep('objections.outcomes', report.objections);
  const citeEach = (path: string, claims: readonly (Claim | null)[]): string[] =>
    claims.map((claim, index) => (claim !== null && cite(`${path}.${index}`, claim) ? claim.text : ''));
  const replies = citeEach(
    'objections.replies',
    objections.map(({ reply }) => reply),
  );
  const answers = citeEach(
    'objections.answers',
    objections.map(({ answer }) => answer),
  );
  return {
    action_items: citedItems({
      primary: keep('action_items.primary', report.primary),
      secondary: keep('action_items.secondary', report.secondary),
    }),
    coaching: {
      conduct: citeAll('coaching.conduct', report.conduct),
      ...citedAdvice(keep('coaching.possible_improvements', report.improvements)),
      top_moments: citeAll('coaching.top_moments', report.topMoments),
    },
    disposition: {
      outcomes: isShown ? [disposition.text] : [],
      codes: isShown ? [disposition.code] : [],
      reasoning: report.dispositionReasoning,
    },
    appointment: appointment === null ? null : { as_agreed: appointment.text, at: appointment.at },
    objections: {
      outcomes: objections.map(({ text }) => text),
      kinds: objections.map(({ kind }) => kind),
      confidence: objections.map(({ confidence }) => Math.round(confidence * 100) / 100),
      replies,
      answers,
    },
    rating: rating === null ? null : citedRating(rating, cite),
    speakers: {
      user_name: transcript.speakers.agent,
      client_name: transcript.speakers.contact,
    },
    summary: { outcome: { summary: summary.text } },
    conversation: report.conversation,
    evidence,
    engine: report.engine,
  };
}

function citedItems({ primary, secondary }: Pick<Report, 'primary' | 'secondary'>) {
  const daysOf = (path: string, items: readonly ItemClaim[]) =>
    items.flatMap(({ days }, index) => days.map((day) => ({ claim_id: `${path}.${index}`, ...day })));
  return {
    primary: primary.map(({ text }) => text),
    secondary: secondary.map(({ text }) => text),
    days: [...daysOf('action_items.primary', primary), ...daysOf('action_items.secondary', secondary)],
  };
}

function citedAdvice(kept: Report['improvements']) {
  return {
    possible_improvements: kept.map(({ text }) => text),
    improvement_kinds: kept.map(({ kind }) => kind),
  };
}

function citedRating(
  { outcome, reasoning, criteria }: Rating,
  cite: (claimId: string, claim: Claim) => boolean,
): CoachingResult['rating'] {
  for (const { criterion, shown } of criteria) {
    if (!criterion.applicable) continue;
    const quotes = shown.map(({ indicator, stretch }) => ({ ...quoteOf(stretch), indicator }));
    cite(`rating.criteria.${criterion.id}`, { text: criterion.reasoning, quotes });
  }
  return { outcome, reasoning, criteria: criteria.map(({ criterion }) => criterion) };
}

function distinct(entries: readonly Evidence[]): Evidence[] {
  const seen = new Set<string>();
  return entries.filter(({ segment_index, quote }) => {
    const key = `${segment_index}:${quote}`;
    return !seen.has(key) && seen.add(key);
  });
}
