import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CoachingResult } from '@debrief/contracts/resources/analysis';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import t from 'tap';
import { coachCall } from '../../../src/engines/built-in/built-in-coach.ts';
import { type SampleCall, sampleCalls } from '../../fixtures/calls.ts';
import { context, rubricNamed } from '../../fixtures/conversation.ts';

const rubric = rubricNamed('general-sales');
const samples = sampleCalls();
const compared = everyTenth('recognised');
// Runs while the calls are coached here, in another zone and language.
const digestElsewhere = promisify(execFile)(
  process.execPath,
  [
    fileURLToPath(new URL('../../fixtures/digest-of-calls.ts', import.meta.url)),
    ...compared.map(({ name }) => name),
  ],
  { env: { ...process.env, TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8' } },
);
const calls = samples.map((call) => ({
  call,
  result: coachCall(call.transcript, rubric, { ...context, incoming: call.incoming }),
}));
type Coached = (typeof calls)[number];

/** These calls were written for the engine before this one: the classifier and its thresholds have not seen them. */
const LEAST_RIGHT = 0.75;
const LEAST_COMMITTED = 0.5;

for (const variant of ['script', 'recognised'] as const) {
  t.test(`it is right where it commits itself, on calls as ${variant}`, async (t) => {
    const own = calls.filter(({ call }) => call.variant === variant);
    const committed = own.filter(({ result }) => result.disposition.outcomes[0] !== 'Unclear');
    const wrong = committed.filter(({ call, result }) => !isRight(call, result));
    const named = wrong.map(({ call, result }) => `${call.name}: ${result.disposition.outcomes[0]}`);
    t.ok(committed.length >= LEAST_COMMITTED * own.length, `commits itself in ${committed.length}`);
    t.ok(wrong.length <= (1 - LEAST_RIGHT) * committed.length, `wrong: ${named.join(', ')}`);
  });
}

/** The older labels know neither a sale nor a gatekeeper. */
function isRight({ expected }: SampleCall, { disposition }: Coached['result']): boolean {
  const [found = ''] = disposition.outcomes;
  const also: Record<string, string[]> = {
    'Next Step Agreed': ['Sale Made'],
    'No Next Step': ['Next Step Agreed', 'Gatekeeper'],
  };
  return found === expected.disposition || (also[expected.disposition] ?? []).includes(found);
}

t.test('what is not a conversation is not rated', async (t) => {
  const machines = calls.filter(({ result }) => result.disposition.outcomes[0] === 'Left Voicemail');
  t.ok(machines.length > 0);
  for (const { call, result } of machines) t.equal(result.rating, null, call.name);
});

t.test('what is claimed stands word for word in the transcript', async (t) => {
  for (const { call, result } of calls) {
    const title = `${call.name} (${call.variant})`;
    const misquoted = result.evidence.filter(({ segment_index, quote, start_time, speaker }) => {
      const segment = call.transcript.segments[segment_index];
      const isQuoted = quote.length > 0 && segment?.text.includes(quote);
      return !isQuoted || segment?.start_time !== start_time || segment.speaker !== speaker;
    });
    t.strictSame(misquoted, [], title);
    const cited = new Set(result.evidence.map(({ claim_id }) => claim_id));
    const uncited = claimIds(result).filter((claim) => !cited.has(claim));
    t.strictSame(uncited, [], `${title}: every claim has evidence`);
  }
});

t.test('every result fits the contract, of calls and of trainings', async (t) => {
  const contract = TypeCompiler.Compile(CoachingResult);
  const roleplay = rubricNamed('roleplay');
  const trainings = everyTenth('script').map((call) => {
    const training = { ...context, kind: 'roleplay' as const, incoming: call.incoming };
    return { call, result: coachCall(call.transcript, roleplay, training) };
  });
  t.ok(trainings.every(({ result }) => result.engine.rubric_version === `roleplay@${roleplay.version}`));
  t.ok(calls.every(({ result }) => result.engine.rubric_version === `general-sales@${rubric.version}`));
  for (const { call, result } of [...calls, ...trainings]) {
    const faults = contract.Check(result) ? [] : [...contract.Errors(result)];
    t.strictSame(faults, [], `${call.name} (${call.variant})`);
  }
});

t.test('the same recordings give the same bytes in another process, zone and language', async (t) => {
  const hash = createHash('sha256');
  for (const { call, result } of calls) if (compared.includes(call)) hash.update(JSON.stringify(result));
  t.equal((await digestElsewhere).stdout.trim(), hash.digest('hex'));
});

t.test('a summary is one to four sentences', async (t) => {
  for (const { call, result } of calls) {
    const { summary } = result.summary.outcome;
    const sentences = summary.replaceAll(/“[^”]*”/g, 'Q').match(/[.?!…](\s|$)/g) ?? [];
    t.ok(sentences.length <= 5 && summary !== '', `${call.name} (${call.variant}): ${summary}`);
  }
});

function everyTenth(variant: SampleCall['variant']): SampleCall[] {
  return samples.filter((call) => call.variant === variant).filter((_, index) => index % 10 === 0);
}

function claimIds(result: Coached['result']): string[] {
  const numbered = (path: string, items: readonly string[]) => items.map((_, i) => `${path}.${i}`);
  return [
    ...numbered('objections.outcomes', result.objections.outcomes),
    ...numbered('action_items.primary', result.action_items.primary),
    ...numbered('action_items.secondary', result.action_items.secondary),
    ...numbered('coaching.possible_improvements', result.coaching.possible_improvements),
    ...numbered('coaching.top_moments', result.coaching.top_moments),
    ...numbered('coaching.conduct', result.coaching.conduct),
  ];
}
