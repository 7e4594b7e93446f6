import type { AnalysisBody } from '@debrief/contracts/resources/analysis';

/** The text of a claim by its place in an analysis; undefined where there is no such place. */
export function findClaim(
  body: AnalysisBody,
  { claim_id, indicator }: { claim_id: string; indicator: string | null },
): string | undefined {
  const [section = '', ...path] = claim_id.split('.');
  if (section === 'rating') {
    const criterion = body.rating?.criteria.find(({ id }) => `criteria.${id}` === path.join('.'));
    return criterion?.indicators.find((one) => one.indicator === indicator)?.text;
  }
  if (indicator !== null) return undefined;
  const [list = '', place = '', ...more] = path;
  const texts = (body as unknown as Record<string, Record<string, unknown> | undefined>)[section]?.[list];
  const text: unknown = Array.isArray(texts) && /^\d{1,3}$/.test(place) ? texts[Number(place)] : undefined;
  return more.length === 0 && typeof text === 'string' ? text : undefined;
}
