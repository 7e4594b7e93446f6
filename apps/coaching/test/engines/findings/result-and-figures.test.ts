import { readFileSync } from 'node:fs';
import path from 'node:path';
import t, { type Test } from 'tap';
import { acts } from '../../../src/engines/conversation/acts.ts';
import type { Claim } from '../../../src/engines/conversation/claim.ts';
import { assembleResult, type Report } from '../../../src/engines/findings/assemble-result.ts';
import { fault } from '../../../src/engines/findings/conduct/fault.ts';
import { conversationStatistics } from '../../../src/engines/findings/statistics/conversation-statistics.ts';
import { AGREED_FROM } from '../../../src/engines/findings/times/negotiate.ts';
import { readRubrics } from '../../../src/engines/load-rubrics.ts';
import { conversation } from '../../fixtures/conversation.ts';

const transcript = conversation('agent: I will send you the quote.', 'contact: Thank you.');
const found: Report = {
  primary: [],
  secondary: [],
  conduct: [],
  improvements: [],
  topMoments: [],
  disposition: { text: 'Unclear', code: 'unclear', quotes: [] },
  dispositionReasoning: '',
  appointment: null,
  objections: [],
  rating: null,
  summary: { text: 'A call.', quotes: [] },
  conversation: conversationStatistics(transcript, 0),
  engine: {
    name: 'test',
    version: '1',
    model: null,
    prompt_version: null,
    rubric_version: 'test@1',
    fallback_reason: null,
  },
};

t.test('a claim carries its quote, its place and who said it', async (t) => {
  const quotes = [{ segment: 0, text: 'send you the quote' }];
  const { action_items, evidence } = assembleResult(transcript, {
    ...found,
    primary: [{ text: 'Send the quote', quotes, days: [{ day: 'Monday', date: '2026-11-30' }] }],
  });
  t.strictSame(action_items.primary, ['Send the quote']);
  t.strictSame(action_items.days, [
    { claim_id: 'action_items.primary.0', day: 'Monday', date: '2026-11-30' },
  ]);
  t.strictSame(evidence, [
    {
      claim_id: 'action_items.primary.0',
      claim: 'Send the quote',
      segment_index: 0,
      quote: 'send you the quote',
      start_time: 0,
      speaker: 'Maria Lopez',
    },
  ]);
});

t.test(
  'a claim whose quote is not word for word in its segment is dropped, and the others move up',
  async (t) => {
    const claims = [
      { text: 'invented', quotes: [{ segment: 0, text: 'send you the contract' }] },
      { text: 'misplaced', quotes: [{ segment: 1, text: 'send you the quote' }] },
      { text: 'nowhere', quotes: [{ segment: 7, text: 'send' }] },
      { text: 'empty', quotes: [{ segment: 0, text: '' }] },
      { text: 'bare', quotes: [] },
      { text: 'true', quotes: [{ segment: 1, text: 'Thank you.' }] },
    ];
    const { coaching, objections, disposition, evidence } = assembleResult(transcript, {
      ...found,
      objections: claims.map((claim) => ({
        ...{ ...claim, kind: `kind of ${claim.text}`, confidence: 0.876 },
        reply: claims.at(-1) ?? null,
        answer: claims[1] ?? null,
      })),
      disposition: { ...(claims[0] as Claim), code: 'unclear' },
      improvements: claims.map((claim) => ({ ...claim, kind: `about ${claim.text}` })),
    });
    t.strictSame(objections, {
      ...{ outcomes: ['true'], kinds: ['kind of true'], confidence: [0.88] },
      replies: ['true'],
      answers: [''],
    });
    t.match(coaching, { possible_improvements: ['true'], improvement_kinds: ['about true'] });
    t.match(disposition, { outcomes: [], codes: [] });
    t.strictSame(
      evidence.map(({ claim_id }) => claim_id),
      ['objections.outcomes.0', 'objections.replies.0', 'coaching.possible_improvements.0'],
    );
  },
);

t.test('a label may rest on no words at all', async (t) => {
  const disposition = { text: 'Team’s own word', code: 'unclear', quotes: [] };
  t.match(assembleResult(transcript, { ...found, disposition }).disposition, {
    outcomes: ['Team’s own word'],
    codes: ['unclear'],
  });
});

const folder = path.resolve(import.meta.dirname, '../../../src/engines/findings');
const pages = Object.fromEntries(
  ['coaching', 'metrics'].map((name) => [
    name,
    readFileSync(path.resolve(import.meta.dirname, `../../../../../docs/${name}.md`), 'utf8'),
  ]),
) as { coaching: string; metrics: string };

/** A constant that its module keeps to itself, as it is written there. */
function constant(file: string, name: string): number {
  const found = new RegExp(`^(?:export )?const ${name} = ([\\d.]+);$`, 'm').exec(
    readFileSync(path.join(folder, file), 'utf8'),
  );
  if (found === null) throw new Error(`${file} has no constant ${name}`);
  return Number(found[1]);
}

const commitment = (name: string): number => constant('commitments/find-commitments.ts', name);
const wording = (name: string): number => constant('commitments/word-item.ts', name);

function has(t: Test, page: string, sentence: string): void {
  t.ok(page.includes(sentence), sentence);
}

const unclear = constant('outcome/decide-outcome.ts', 'COMMITS_FROM');
const appointment = constant('outcome/decide-outcome.ts', 'APPOINTMENT_FROM');
const notUnlikely = constant('outcome/decide-outcome.ts', 'NOT_UNLIKELY');
const stands = constant('outcome/decide-outcome.ts', 'STANDS_FROM');
/** Endings that are sure only from higher on have theirs in a table. */
const sureFrom = (code: string): string =>
  new RegExp(`^  ${code}: ([\\d.]+),$`, 'm').exec(
    readFileSync(path.join(folder, 'outcome/decide-outcome.ts'), 'utf8'),
  )?.[1] ?? 'missing';
const alone = constant('conduct/unfair-stretches.ts', 'ALONE');
const inCompany = constant('conduct/unfair-stretches.ts', 'IN_COMPANY');

t.test('the page on the coach names the thresholds that the code has', async (t) => {
  const rows = [
    `| Disposition | ${unclear}; an appointment ${appointment} where a time may stand, ${notUnlikely} where one stands with ${stands}, or where one stands with ${constant('outcome/decide-outcome.ts', 'PLAINLY_STANDS_FROM')} and nothing else is told from ${constant('outcome/decide-outcome.ts', 'PLAINER_FROM')} |`,
    `| not qualified; no more calls; a next step; a sale | ${sureFrom('not_qualified')}; ${sureFrom('do_not_contact')}; ${sureFrom('next_step_agreed')}; ${sureFrom('sale_made')}, or ${constant('outcome/decide-outcome.ts', 'TOLD_SALE_FROM')} where one line tells it |`,
    `| a refusal whose kind is not sure | ${constant('outcome/refusal.ts', 'REFUSED_FROM')} of the kinds together, `,
    `| Objection | ${constant('objections/find-objections.ts', 'LISTED_FROM')} by the whole call, and ${constant('objections/weigh-listed.ts', 'WEIGHED_FROM')} of`,
    `| a sale that nobody makes in so many words (buying below ${constant('outcome/decide-outcome.ts', 'BOUGHT_FROM')} in every line) | ${constant('outcome/decide-outcome.ts', 'BARE_SALE_FROM')} | Unclear |`,
    `| Agreed time, of an appointment or a call | ${constant('times/is-sure-time.ts', 'SURE_FROM')}, and`,
    `its day, and the line that named its hour, from ${AGREED_FROM} |`,
    `| Its day alone | ${constant('times/negotiate.ts', 'DAY_FROM')} of`,
    `| Action item | ${commitment('LEAST_PROBABILITY')}; quoted ${wording('QUOTED_FROM')}, and whatever its form from ${wording('SURE_FROM')} |`,
    `| Conduct: a line quoted | ${alone} that it is unfair in any way, or ${inCompany} beside others`,
    `| Top moment | ${constant('feedback/top-moments.ts', 'CERTAIN')} for`,
    `| Improvement | ${constant('feedback/improvements.ts', 'CERTAIN')}, and`,
  ];
  for (const row of rows) has(t, pages.coaching, row);
});

t.test('it says how many acts there are', async (t) => {
  has(t, pages.coaching, `: ${acts.length} dialogue acts such as`);
});

t.test('the page on the numbers names the figures that the code has', async (t) => {
  const gap = constant('statistics/speech-turns.ts', 'MERGE_GAP_MS') / 1000;
  const sentences = [
    `while the gap between them is at most ${gap} s`,
    `start at least ${constant('statistics/interruptions.ts', 'OVERLAP_MS')} ms before`,
    `the contact said ${constant('rating/applies.ts', 'ROOM_TO_LEAD')} words`,
    `or says fewer than ${constant('rating/applies.ts', 'CONTACT_WORDS')} words`,
    `from a probability of ${alone} that it is unfair in any way, or of ${inCompany} where`,
    `below a probability of ${unclear} the label is Unclear`,
  ];
  for (const sentence of sentences) has(t, pages.metrics, sentence);
});

t.test('it names the cap of each fault and the weight and points of each criterion', async (t) => {
  const cap = (kind: Parameters<typeof fault>[0]) => fault(kind, [], 1).cap.toFixed(1);
  const faults = [
    `passed over | ${cap('opt_out_obstructed')} |`,
    `passed over | ${cap('opt_out_ignored')} |`,
    `| Pressure on the vulnerable | ${cap('pressure_on_vulnerable')} |`,
    `| Personal remark | ${cap('personal_remark')} |`,
    `| False urgency | ${cap('false_urgency')} |`,
    `| Pressure | ${cap('pressure')} |`,
    `| Hidden price | ${cap('hidden_price')} |`,
    `| Disparagement | ${cap('disparagement')} |`,
    `| Talking over | ${cap('talking_over')} |`,
    `| Name withheld | ${cap('name_withheld')} |`,
    `| No name | ${cap('no_name')} |`,
  ];
  for (const row of faults) has(t, pages.metrics, row);
  for (const { title, weight, indicators } of readRubrics().get('general-sales')?.criteria ?? []) {
    const points = indicators.reduce((sum, one) => sum + one.points, 0);
    has(t, pages.metrics, `| ${title} | ${weight} | ${points} |`);
  }
});
