import { measureSpeech } from '../src/engines/findings/speech/measure-speech.ts';
import { estimatedCounts } from '../src/engines/findings/speech/speech.ts';
import { discScores, leadsFrom, MIDDLE } from '../src/signals/disc-scores.ts';
import { type Style, styles } from '../src/signals/indicators.ts';
import { type SpeechOfCall, sumSpeech } from '../src/signals/sum-speech.ts';
import { judgedCalls } from './judged-calls.ts';
import { predictedConversation } from './predicted.ts';
import { seeded } from './seeded.ts';

/**
 * `node measure-signals.ts [found]` prints how far two halves of one agent's calls agree in their profiles. An agent is
 * made of the calls of one quality by four writers; acts as labelled, or with `found` as found by networks that have
 * not seen the writer, and how often each was found and labelled. Nobody's profile is known, so this says how steady a profile is, not whether it is right.
 */
const WRITERS_AN_AGENT = 4;
const SPLITS = 50;
const AMOUNTS = [1500, 2000, 3000, 4000];

const isFound = process.argv[2] === 'found';
const judged = judgedCalls([], isFound ? (call) => predictedConversation(call) : undefined);
const writers = [...new Set(judged.map(({ call }) => call.id.split('-')[0] ?? ''))];
const agents = new Map<string, SpeechOfCall[]>();
for (const { call, judged: findings } of judged) {
  const group = Math.floor(writers.indexOf(call.id.split('-')[0] ?? '') / WRITERS_AN_AGENT);
  const name = `${group} ${call.quality}`;
  agents.set(name, [...(agents.get(name) ?? []), measureSpeech(findings)]);
}

const random = seeded(7);
const pairs: [Profile, Profile][] = [];
const strangers: [Profile, Profile][] = [];
let halves: Profile[] = [];
for (let split = 0; split < SPLITS; split += 1) {
  halves = [...agents.values()].flatMap((calls) => {
    const shuffled = calls.map((call) => ({ call, at: random() })).sort((a, b) => a.at - b.at);
    const [first, second] = [0, 1].map((half) =>
      shuffled.filter((_, i) => i % 2 === half).map(({ call }) => call),
    );
    const pair: [Profile, Profile] = [profileOf(first ?? []), profileOf(second ?? [])];
    pairs.push(pair);
    return pair;
  });
  // Halves of two agents, for what chance alone gives.
  halves.forEach((one, i) => {
    const other = halves[(i + 2 + 2 * Math.floor(random() * (agents.size - 1))) % halves.length];
    if (other !== undefined && i % 2 === 0) strangers.push([one, other]);
  });
}

const sizes = [...agents.values()].map(sumSpeech);
const words = sizes.map((size) => size.words).sort((a, b) => a - b);
console.log(
  `${agents.size} agents of ${writers.length} writers, ${judged.length} calls, acts ${isFound ? 'found' : 'as labelled'}; ` +
    `${words[0]} to ${words.at(-1)} words each, median ${words[words.length >> 1]}; ${SPLITS} splits`,
);
for (const style of styles) {
  console.log(
    `${style.padEnd(18)} correlation ${correlation(style).toFixed(2)}, ` +
      `halves ${distance(pairs, style).toFixed(1)} points apart, of two agents ${distance(strangers, style).toFixed(1)}`,
  );
}
const agree = (title: string, same: (a: Profile, b: Profile) => boolean) =>
  console.log(`${title.padEnd(18)} ${share(pairs, same)} of halves, of two agents ${share(strangers, same)}`);
agree('same type', (a, b) => a.profileType === b.profileType);
agree('same leading style', (a, b) => a.leading[0] === b.leading[0]);
console.log('where a style leads in so many words of an agent, it is above 50 in as many others:');
for (const amount of AMOUNTS) {
  const compared = Array.from({ length: SPLITS }, () =>
    [...agents.values()].flatMap((calls) => twoOf(calls, amount)),
  ).flat();
  const agreed = styles.map((style) => {
    const led = compared
      .flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
      .filter(([one]) => one.scores[style] >= leadsFrom[style]);
    const same = led.filter(([, other]) => other.scores[style] > MIDDLE).length;
    return `${style} ${led.length === 0 ? 'never' : `${Math.round((100 * same) / led.length)} % of ${led.length}`}`;
  });
  console.log(`${amount} words, ${compared.length} pairs: ${agreed.join(', ')}`);
}
console.log(
  `types: ${[...new Set([...agents.values()].map((calls) => profileOf(calls).profileType))].join(' ')}`,
);

if (isFound) {
  const all = (calls: typeof judged) => sumSpeech(calls.map((one) => measureSpeech(one.judged))).indicators;
  const [found, labelled] = [all(judged), all(judgedCalls([]))];
  for (const count of estimatedCounts) {
    // Found from a whole call, of which only the lines are labelled.
    if (count.startsWith('objections')) continue;
    const times = (found[count] ?? 0) / (labelled[count] ?? 1);
    console.log(`${count.padEnd(24)} found ${times.toFixed(2)} times as often as labelled`);
  }
}

type Profile = ReturnType<typeof discScores>;

/** Two sets of an agent's calls without a call in common, each of so many words or little more; none where there are not as many. */
function twoOf(calls: readonly SpeechOfCall[], amount: number): [Profile, Profile][] {
  const left = calls.map((call) => ({ call, at: random() })).sort((a, b) => a.at - b.at);
  const take = () => {
    const taken: SpeechOfCall[] = [];
    while (left.length > 0 && taken.reduce((sum, { words }) => sum + words, 0) < amount)
      taken.push(...left.splice(0, 1).map(({ call }) => call));
    return taken.reduce((sum, { words }) => sum + words, 0) < amount ? [] : [profileOf(taken)];
  };
  const [one, other] = [take(), take()].map(([profile]) => profile);
  return one === undefined || other === undefined ? [] : [[one, other]];
}

function profileOf(calls: readonly SpeechOfCall[]): Profile {
  return discScores(sumSpeech(calls).indicators);
}

function share(of: readonly [Profile, Profile][], is: (a: Profile, b: Profile) => boolean): string {
  return `${Math.round((100 * of.filter(([a, b]) => is(a, b)).length) / of.length)} %`;
}

function distance(of: readonly [Profile, Profile][], style: Style): number {
  return of.reduce((sum, [a, b]) => sum + Math.abs(a.scores[style] - b.scores[style]), 0) / of.length;
}

function correlation(style: Style): number {
  const xs = pairs.flatMap(([a, b]) => [a.scores[style], b.scores[style]]);
  const ys = pairs.flatMap(([a, b]) => [b.scores[style], a.scores[style]]);
  const mean = xs.reduce((sum, x) => sum + x, 0) / xs.length;
  const covariance = xs.reduce((sum, x, i) => sum + (x - mean) * ((ys[i] ?? mean) - mean), 0);
  return covariance / xs.reduce((sum, x) => sum + (x - mean) ** 2, 0);
}
