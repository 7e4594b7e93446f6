import type { AnalysisBody } from '@debrief/contracts/resources/analysis';

/** What stays of an analysis: figures, codes, labels and the words of its rubric; nothing that tells what was said. */
export function withoutTexts(body: AnalysisBody, removedAt: string): AnalysisBody {
  const { action_items, coaching, disposition, appointment, objections, rating, summary } = body;
  return {
    ...body,
    action_items: { ...action_items, primary: [], secondary: [], ...(action_items.days && { days: [] }) },
    coaching: { ...coaching, conduct: [], possible_improvements: [], top_moments: [] },
    disposition: { ...disposition, reasoning: '' },
    appointment: appointment && { ...appointment, as_agreed: '' },
    objections: { ...objections, outcomes: [], replies: [], answers: [] },
    ...(rating !== undefined && {
      rating: {
        ...rating,
        reasoning: '',
        criteria: rating.criteria.map((criterion) => ({ ...criterion, reasoning: '' })),
      },
    }),
    summary: { ...summary, outcome: { summary: '' } },
    evidence: [],
    texts_removed_at: removedAt,
  };
}
