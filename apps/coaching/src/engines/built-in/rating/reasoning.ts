import type { ScoredCriterion, ScoredIndicator } from './rating.ts';

/** `You greeted the contact and gave your name. Not heard: why you are calling.` */
export function criterionReasoning(
  applicable: boolean,
  score: number,
  potential: number,
  scored: readonly ScoredIndicator[],
): string {
  if (!applicable) return 'Left out: the call gave no occasion for it.';
  const heard = scored.filter(({ finding }) => finding.share === 1).map(({ indicator }) => indicator.heard);
  const partly = scored.filter(({ finding }) => finding.share > 0 && finding.share < 1);
  const absent = scored
    .filter(({ finding }) => finding.share === 0)
    .map(({ indicator }) => indicator.missing);
  const more = partly.map(({ indicator }) => indicator.missing);
  const sentences = [`${score} of ${potential} points.`];
  if (heard.length > 0) sentences.push(`You ${listed(heard)}.`);
  if (more.length > 0) sentences.push(`Only in part: ${listed(more)}.`);
  if (absent.length > 0) sentences.push(`Not heard: ${listed(absent)}.`);
  return sentences.join(' ');
}

/** The whole in two sentences: what carried the rating and what cost most. */
export function ratingReasoning(outcome: number, criteria: readonly ScoredCriterion[]): string {
  const counted = criteria.filter(({ criterion }) => criterion.applicable).map(({ criterion }) => criterion);
  const share = (id: (typeof counted)[number]) => id.score / id.potential_score;
  const strong = counted
    .filter((own) => share(own) >= 0.75)
    .sort((a, b) => b.weight * share(b) - a.weight * share(a));
  const weak = counted
    .filter((own) => share(own) < 0.5)
    .sort((a, b) => b.weight * (1 - share(b)) - a.weight * (1 - share(a)));
  const sentences = [
    `${outcome.toFixed(1)} of 5, from ${counted.length} criteria that applied to this call.`,
  ];
  if (strong.length > 0) sentences.push(`Strong: ${listed(strong.slice(0, 3).map(named))}.`);
  if (weak.length > 0) sentences.push(`Most to gain: ${listed(weak.slice(0, 3).map(named))}.`);
  return sentences.join(' ');
}

function named({
  title,
  score,
  potential_score,
}: {
  title: string;
  score: number;
  potential_score: number;
}): string {
  return `${title.toLowerCase()} (${score} of ${potential_score})`;
}

export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
