import { type Digest, whereObjected } from '@debrief/contracts/resources/coaching-period';
import { clock } from './format-report.ts';
import { section, wrap } from './wrap.ts';

/** A digest as text for a terminal, every claim with the words it rests on. */
export function formatDigest(digest: Digest): string {
  const { strengths, gaps, top_objections: objections, agents, team_drill } = digest;
  const { to_follow_up = [] } = digest;
  return [
    wrap(digest.headline, '').join('\n'),
    digest.focus === null ? '' : wrap(digest.focus, '').join('\n'),
    section(
      'Strengths',
      strengths.flatMap((one, index) => observation(digest, one, `strengths.${index}`)),
    ),
    section(
      'Most to gain',
      gaps.flatMap((one, index) => observation(digest, one, `gaps.${index}`)),
    ),
    section(
      'Objections',
      objections.flatMap(({ label, best_answer, ...heard }, index) => [
        ...wrap(
          `${label}${best_answer === null ? `, ${whereObjected(digest, heard)}:` : `. ${best_answer}`}`,
          '  - ',
        ),
        ...(best_answer === null ? quotes(digest, `top_objections.${index}`) : []),
      ]),
    ),
    section(
      'Agents',
      agents.flatMap(({ name, calls, average_rating, delta, focus }) => {
        const rating = average_rating === null ? 'not rated' : `rated ${average_rating}`;
        const change = delta === null ? '' : `, ${changeOf(delta)}`;
        const next = focus === null ? '' : `; next: ${focus}`;
        return wrap(`${name}: ${calls} ${calls === 1 ? 'call' : 'calls'}, ${rating}${change}${next}`, '  - ');
      }),
    ),
    section('Ask how it went', steps(to_follow_up, true)),
    section('To follow up', steps(to_follow_up, false)),
    section('Drill for the team', team_drill === null ? [] : wrap(team_drill, '  ')),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Whose day was over with the period, or those that are still to come. */
function steps(all: NonNullable<Digest['to_follow_up']>, isOver: boolean): string[] {
  return all
    .filter(({ is_over = false }) => is_over === isOver)
    .flatMap(({ detail }) => wrap(detail, '  - '));
}

function observation(
  digest: Digest,
  { title, detail }: Digest['strengths'][number],
  claimId: string,
): string[] {
  return [...wrap(`${title}. ${detail}`, '  - '), ...quotes(digest, claimId, detail)];
}

/** @param told What was said before them: its words are not printed again. */
function quotes({ evidence }: Digest, claimId: string, told = ''): string[] {
  // Within a sentence it has no full stop.
  const isTold = (quote: string) => told.includes(quote.replace(/[.,;]$/, '').replaceAll('"', "'"));
  return evidence
    .filter(({ claim_id, quote }) => claim_id === claimId && !isTold(quote))
    .flatMap(({ speaker, start_time, quote }) =>
      wrap(`${speaker}: “${quote}”`, `      ${clock(start_time)} `),
    );
}

/** What would be rounded away says that nothing changed. */
const CHANGED_FROM = 0.05;

function changeOf(delta: number): string {
  if (Math.abs(delta) < CHANGED_FROM) return 'as before';
  return `${Math.abs(delta)} ${delta > 0 ? 'more' : 'less'} than before`;
}
