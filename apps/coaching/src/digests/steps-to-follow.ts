import { LEAVES_A_STEP } from '../agendas/question-candidates.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import type { Told } from '../facts/telling-quotes.ts';
import { firstName } from '../facts/wording.ts';
import { conditionIn, settledIn } from './settled-step.ts';
import { lineIn } from './step-line.ts';
import { between, isPast, owedIn, type Step } from './step-words.ts';
import { stepTask, tasksBeside } from './tasks-beside.ts';

interface StepToFollow {
  readonly user_id: string;
  readonly detail: string;
  readonly is_over: boolean;
  readonly told: Told;
}

/** A list that nobody reads to its end follows up nothing. */
const MOST = 20;

/** After these something may be left as well: it has to be said in so many words. */
const MAY_LEAVE_ONE = new Set(['sale_made', 'unclear']);

/** After these it is what the agent has promised. */
const MAY_OWE = new Set(['sale_made', 'left_voicemail', 'gatekeeper']);

/**
 * What the latest calls left to be done, the soonest day first: who does what and when, in our own words, as far as the two were
 * plain about it; else the one line that tells it, where that is understood alone.
 */
export function stepsToFollow(
  calls: readonly CallFacts[],
  names: ReadonlyMap<string, string>,
  until: string,
): StepToFollow[] {
  return calls
    .flatMap((call) => {
      const agent = firstName(names.get(call.user_id) ?? call.agent);
      const step = stepOf(call, agent, until);
      return step === undefined ? [] : [{ call, step }];
    })
    .slice(-MOST)
    .sort((a, b) => dateOf(a.step).localeCompare(dateOf(b.step)))
    .map(({ call, step }) => ({
      user_id: call.user_id,
      detail: step.text,
      is_over: isPast(step.date, until),
      told: { call, quote: step.quote, claim: 'What is to be followed up' },
    }));
}

const dateOf = ({ date }: Step): string => date ?? LATEST;

const LATEST = '9999';

function stepOf(call: CallFacts, agent: string, until: string): Step | undefined {
  const leaves = (codes: ReadonlySet<string>) => call.outcomes.some((outcome) => codes.has(outcome));
  const step =
    leaves(LEAVES_A_STEP) || leaves(MAY_LEAVE_ONE)
      ? (conditionIn(call, agent, until) ??
        settledIn(call, agent, until) ??
        (stepTask(call) === undefined ? lineIn(call, agent, until) : tasksOf(call, agent, until)))
      : undefined;
  return step ?? (leaves(LEAVES_A_STEP) || leaves(MAY_OWE) ? tasksOf(call, agent, until) : undefined);
}

/** What the agent promised, where nothing else is known of a step. */
function tasksOf(call: CallFacts, agent: string, until: string): Step | undefined {
  const quote = call.promises.flatMap(({ quotes }) => quotes)[0];
  const tasks = tasksBeside(call, { hasTime: false });
  if (quote === undefined || tasks.length === 0) return undefined;
  const date = call.promises.find((one) => one.date !== undefined)?.date;
  const owed = owedIn(call, agent, { hasTime: false, isOver: isPast(date, until) });
  return { quote, text: `${between(call, agent)}:${owed}`, date };
}
