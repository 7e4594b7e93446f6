import { acts } from '../../conversation/acts.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { Candidate } from './candidates.ts';
import { type Features, note, noteMost, roles, stretchesOf } from './features.ts';
import type { Heard } from './heard.ts';
import { kindOf } from './kind-of-meeting.ts';

/** What shows about a time by itself tells a meeting from a call as well. */
const alsoOfKind = new Set([
  ...['no hour', 'no day', 'no date', 'today', 'soon', 'part without hour', 'last place'],
  ...[
    'followed',
    'followed, probability',
    'followed to its day',
    'followed to its hour',
    'followed elsewhere',
  ],
  ...['any reply accept', 'rest promise', 'rest accept'],
  ...roles.flatMap((role) =>
    [
      ...['propose_time', 'counter_time', 'request', 'promise', 'defer', 'accept', 'recap', 'object:no_time'],
      'state_purpose',
    ].map((act) => `${role} ${act}`),
  ),
]);
const alsoStart = /^(bound|calling|meeting|logistics|asking|talking|sending) /;

/** What shows whether a time is of a meeting or of somebody only ringing again. */
export function kindFeatures(heard: Heard, { support }: Candidate, shown: Features): Features {
  const { history, ever } = heard;
  const features: Features = new Map([['bias', 1]]);
  const own = stretchesOf(support);
  const from = own[0]?.index ?? 0;
  for (const [name, value] of Object.entries(kindOf(heard, own))) note(features, name, value);
  for (const [name, value] of shown) {
    if (alsoOfKind.has(name) || alsoStart.test(name)) features.set(name, value);
  }
  for (const [name, value] of ever) features.set(name, value);
  for (const act of acts) note(features, `before ${act}`, Math.log1p(history.sumBefore(act, from)));
  note(features, 'before, stretches', Math.log1p(from) / 4);
  return features;
}

/** What either side does at any time of the call, the same for every time that is named in it. */
export function everFeatures({ stretches }: Conversation): Features {
  const features: Features = new Map();
  for (const role of roles) {
    const said = stretches.filter((one) => one.role === role);
    noteMost(features, `${role}, ever`, said, acts);
    note(features, `${role}, stretches`, Math.log1p(said.length) / 4);
  }
  return features;
}
