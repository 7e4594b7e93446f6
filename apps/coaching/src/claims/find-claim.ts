import type { AnalysisBody } from '@debrief/contracts/resources/analysis';

/** The text of a claim by its place in an analysis; undefined where there is no such place. */
export function findClaim(
  body: AnalysisBody,
  { claim_id, indicator }: { claim_id: string; indicator: string | null },
): string | undefined {
  const [section = '', ...path] = claim_id.split('.');
  if (section === 'rating' && path.length > 0) {
    const criterion = body.rating?.criteria.find(({ id }) => `criteria.${id}` === path.join('.'));
    if (indicator === null) return criterion?.reasoning;
    return criterion?.indicators.find((one) => one.indicator === indicator)?.text;
  }
  if (indicator !== null) return undefined;
  if (claim_id === 'rating') return body.rating?.reasoning;
  if (claim_id === 'summary') return body.summary.outcome.summary;
  if (claim_id === 'appointment') return body.appointment?.as_agreed;
  const [list = '', place = '', ...more] = path;
  const texts = (body as unknown as Record<string, Record<string, unknown> | undefined>)[section]?.[list];
  const text: unknown = Array.isArray(texts) && /^\d{1,3}$/.test(place) ? texts[Number(place)] : undefined;
  return more.length === 0 && typeof text === 'string' ? text : undefined;
}
