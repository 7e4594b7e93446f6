import type { CoachingResult, Evidence } from '@debrief/contracts/resources/analysis';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Claim } from './evidence/claim.ts';
import type { Rating } from './rating/rating.ts';

const EVIDENCE_PER_CLAIM = 3;

/** What the engine found, before every claim is held against the transcript. */
export interface Findings {
  primary: readonly Claim[];
  secondary: readonly Claim[];
  improvements: readonly Claim[];
  topMoments: readonly Claim[];
  /** Null when the integration's list of labels has none that fits. */
  disposition: Claim | null;
  dispositionReasoning: string;
  objections: readonly (Claim & { kind: string })[];
  rating: Rating | null;
  summary: Claim;
  conversation: CoachingResult['conversation'];
  engine: CoachingResult['engine'];
}

/**
 * The result with its evidence. A quote that does not stand verbatim in its segment is dropped, and with its last
 * quote the claim: whatever an engine says, nothing reaches a reader that cannot be looked up. Only a recording
 * without any words has claims without a quote.
 */
export function assembleResult(transcript: Transcript, findings: Findings): CoachingResult {
  const evidence: Evidence[] = [];
  const silent = !transcript.segments.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const cite = (claimId: string, claim: Claim): boolean => {
    const entries = claim.quotes.flatMap((quote) => {
      const segment = transcript.segments[quote.segment];
      if (segment === undefined || quote.text === '' || !segment.text.includes(quote.text)) return [];
      const { start_time, speaker } = segment;
      return [
        {
          claim_id: claimId,
          claim: claim.text,
          segment_index: quote.segment,
          quote: quote.text,
          start_time,
          speaker,
        },
      ];
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
  const { disposition, rating, summary } = findings;
  const outcome = disposition !== null && (cite('disposition.outcomes.0', disposition) || silent);
  cite('summary', summary);
  const objections = keep('objections.outcomes', findings.objections);
  return {
    action_items: {
      primary: citeAll('action_items.primary', findings.primary),
      secondary: citeAll('action_items.secondary', findings.secondary),
    },
    coaching: {
      possible_improvements: citeAll('coaching.possible_improvements', findings.improvements),
      top_moments: citeAll('coaching.top_moments', findings.topMoments),
    },
    disposition: {
      outcomes: outcome ? [disposition.text] : [],
      reasoning: findings.dispositionReasoning,
    },
    appointment: null,
    objections: {
      outcomes: objections.map(({ text }) => text),
      kinds: objections.map(({ kind }) => kind),
    },
    rating: rating === null ? null : citedRating(rating, cite),
    speakers: {
      user_name: transcript.speakers.agent,
      client_name: transcript.speakers.contact,
    },
    summary: { outcome: { summary: summary.text } },
    conversation: findings.conversation,
    evidence,
    engine: findings.engine,
  };
}

function citedRating(
  rating: Rating,
  cite: (claimId: string, claim: Claim) => boolean,
): CoachingResult['rating'] {
  for (const { criterion, quotes } of rating.criteria) {
    if (criterion.applicable)
      cite(`rating.criteria.${criterion.id}`, {
        text: criterion.reasoning,
        quotes,
      });
  }
  return {
    outcome: rating.outcome,
    reasoning: rating.reasoning,
    criteria: rating.criteria.map(({ criterion }) => criterion),
  };
}

function distinct(entries: readonly Evidence[]): Evidence[] {
  const seen = new Set<string>();
  return entries.filter(({ segment_index, quote }) => {
    const key = `${segment_index}:${quote}`;
    return !seen.has(key) && seen.add(key);
  });
}
