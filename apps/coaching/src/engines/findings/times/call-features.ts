import { acts } from '../../conversation/acts.ts';
import { type Features, note, noteMost, roles } from './features.ts';
import type { Heard } from './heard.ts';

const END_TURNS = 6;

/** What shows that no time stands at the end of a call. */
export function callFeatures({ conversation, mentions, standing }: Heard, candidates: number): Features {
  const { stretches, turns, context } = conversation;
  const features: Features = new Map([['none', 1]]);
  for (const role of roles) {
    noteMost(
      features,
      `none: ${role}`,
      stretches.filter((one) => one.role === role),
      acts,
    );
  }
  const late = stretches.filter(({ turn }) => turn >= turns.length - END_TURNS);
  noteMost(features, 'none: late', late, acts);
  // What is done once no time is named any more undoes what was agreed, or confirms it.
  const from = mentions.at(-1)?.stretch.index ?? stretches.length;
  for (const role of roles) {
    const after = stretches.slice(from).filter((one) => one.role === role);
    noteMost(features, `none: after all times, ${role}`, after, acts);
  }
  note(features, 'none: candidates', Math.log1p(candidates));
  note(features, 'none: mentions', Math.log1p(mentions.length));
  note(features, 'none: followed', Number(standing.length > 0));
  note(features, 'none: turns', Math.log1p(turns.length) / 4);
  note(features, 'none: incoming', Number(context.incoming === true));
  return features;
}
