import { count, newShare, type Share } from '../bench/coached-call.ts';
import { scoreFoundItems } from '../bench/score-items.ts';
import { findFindings } from '../src/engines/findings/find-findings.ts';
import type { Findings, OutcomeCode } from '../src/engines/findings/findings.ts';
import { dueExamples, fitWithoutEach } from './due-examples.ts';
import { codeOf } from './labels.ts';
import { fitListedWithoutEach, listedExamples } from './listed-examples.ts';
import { objectionWordsWithout } from './unseen-objection-words.ts';
import { secondLookWithout } from './unseen-outcome.ts';
import { type WholeReading, wholeReadings } from './whole-calls.ts';

/**
 * `node measure-whole-calls.ts` prints how far dispositions, objections and action items of the calls that are labelled
 * as a whole are right and found, by weights that have not seen the call's writer. `bench:coaching` on the same files
 * would measure what was learnt by heart.
 */
const readings = wholeReadings();
const due = fitWithoutEach(dueExamples(readings));
const listed = fitListedWithoutEach(listedExamples(readings));
/** What counts as another. */
const alike: Partial<Record<OutcomeCode, OutcomeCode>> = {
  no_next_step: 'next_step_agreed',
  no_conversation: 'left_voicemail',
};
const names = ['committed', 'right where it commits', 'false appointments'] as const;
const claims = ['objections right', 'objections found', 'items right', 'items found'] as const;

for (const condition of new Set(readings.map((one) => one.condition))) {
  const shares = new Map<string, Share>([...names, ...claims].map((name) => [name, newShare()]));
  for (const reading of readings.filter((one) => one.condition === condition)) score(reading, shares);
  for (const [name, { hits, of }] of shares)
    console.log(`${condition}, ${name}: ${(hits / of).toFixed(3)} (${hits} of ${of})`);
}

function score(reading: WholeReading, shares: ReadonlyMap<string, Share>): void {
  const { call, writer, conversation } = reading;
  const findings = findFindings(conversation, {
    secondLook: secondLookWithout(call),
    listed: listed.get(writer),
    words: objectionWordsWithout(call),
    due: due.get(writer),
  });
  const of = (name: (typeof names | typeof claims)[number]): Share => shares.get(name) as Share;
  const code = alike[findings.outcome.code] ?? findings.outcome.code;
  const labels = [call.gold.disposition, ...call.gold.also_acceptable].map((label) => codeOf[label]);
  const isRight = labels.some((label) => label === code);
  count(of('committed'), code !== 'unclear');
  if (code !== 'unclear') count(of('right where it commits'), isRight);
  if (call.gold.appointment === null) count(of('false appointments'), code === 'appointment_set' && !isRight);
  scoreObjections(reading, findings, of('objections right'), of('objections found'));
  const items = scoreFoundItems(
    call,
    findings.commitments.map(({ owner, text, stretches }) => ({
      owner,
      text,
      turns: stretches.map((index) => conversation.stretches[index]?.segment ?? 0),
    })),
  );
  add(of('items right'), items.precision);
  add(of('items found'), items.recall);
}

function scoreObjections(
  { call: { gold }, conversation }: WholeReading,
  { objections }: Findings,
  precision: Share,
  recall: Share,
): void {
  const turns = objections.map(({ stretch }) => conversation.stretches[stretch]?.segment ?? 0);
  const known = new Set([...gold.objections, ...gold.objections_optional].map(({ turn }) => turn));
  for (const turn of turns) count(precision, known.has(turn));
  for (const { turn } of gold.objections) count(recall, turns.includes(turn));
}

function add(all: Share, own: Share): void {
  all.hits += own.hits;
  all.of += own.of;
}
