import type { Claim } from '../src/engines/conversation/claim.ts';
import { conductClaims } from '../src/engines/findings/conduct/conduct-claims.ts';
import { improvements } from '../src/engines/findings/feedback/improvements.ts';
import { topMoments } from '../src/engines/findings/feedback/top-moments.ts';
import { judgedCalls } from './judged-calls.ts';
import { labelledConversation } from './labelled-conversation.ts';
import { predictedConversation } from './predicted.ts';
import type { LabelledCall } from './read-calls.ts';

/**
 * `measure-moments.ts [found] [w01 w02 …]` prints every remark on conduct, moment and improvement, and how many quote a
 * turn that its writer praised (+) or took up (-): by the acts as labelled, or as found by a classifier that had not seen
 * the writer. A writer marked two or three turns a call: a turn without a mark is not a wrong one, a
 * turn with the other mark is.
 */
const wanted = process.argv.slice(2);
const isFound = wanted.includes('found');
const calls = judgedCalls(
  wanted.filter((one) => one !== 'found'),
  isFound ? (call) => predictedConversation(call) : labelledConversation,
);
report('Conduct', (judged) => conductClaims(judged, judged.faults));
report('Moments', topMoments);
report('Improvements', improvements);

function report(title: string, find: typeof topMoments): void {
  const found = calls.flatMap(({ call, judged }) => find(judged).map((claim) => ({ call, claim })));
  console.log(`\n${title}`);
  for (const { call, claim } of found) console.log(mark(call, claim), call.id, call.quality, claim.text);
  const count = (sign: string) => found.filter(({ call, claim }) => mark(call, claim) === sign).length;
  const in_ = (quality: string) => found.filter(({ call }) => call.quality === quality).length;
  console.log(
    `${found.length} in ${calls.length} calls; in praised turns ${count('+')}, in criticised ${count('-')}`,
  );
  console.log(`in good calls ${in_('good')}, mediocre ${in_('mediocre')}, awful ${in_('awful')}`);
}

function mark({ turns }: LabelledCall, { quotes }: Claim): '+' | '-' | ' ' {
  const moments = quotes.flatMap(
    ({ segment }) => turns[segment]?.stretches.flatMap(({ moment }) => moment ?? []) ?? [],
  );
  if (moments.length === 0) return ' ';
  return moments.some(({ isPraise }) => !isPraise) ? '-' : '+';
}
