import { readFileSync } from 'node:fs';
import { SpeakerRole } from '@debrief/contracts/resources/transcript';
import { ScriptedCall } from '@debrief/contracts/scripted-call';
import { Nullable } from '@debrief/contracts/text';
import { violationsOf } from '@debrief/contracts/violations';
import { type Static, Type } from '@sinclair/typebox';
import { dispositions, qualities } from '../training/labels.ts';

const Objection = Type.Object({ kind: Type.String(), quote: Type.String(), turn: Type.Integer() });
const ActionItem = Type.Object({ owner: SpeakerRole, text: Type.String(), turn: Type.Integer() });
const Disposition = Type.Union(dispositions.map((label) => Type.Literal(label)));

/** What people say who listened to the call. */
export const Gold = Type.Object({
  disposition: Disposition,
  also_acceptable: Type.Array(Disposition),
  appointment: Nullable(
    Type.Object({ when: Type.String(), turn: Type.Integer(), at: Type.Optional(Type.String()) }),
  ),
  objections: Type.Array(Objection),
  objections_optional: Type.Array(Objection),
  action_items: Type.Array(ActionItem),
  action_items_optional: Type.Array(ActionItem),
  agent_quality: Type.Union(qualities.map((quality) => Type.Literal(quality))),
});

export const GoldCall = Type.Composite([ScriptedCall, Type.Object({ gold: Gold })]);
export type GoldCall = Static<typeof GoldCall>;

/** @throws naming the call that breaks the format or is not labelled. */
export function readGoldCalls(file: string): GoldCall[] {
  const calls: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(calls) || calls.length === 0) throw new Error(`${file} is not a list of labelled calls`);
  calls.forEach((call, index) => {
    const [fault] = violationsOf(GoldCall, call);
    if (fault !== undefined) throw new Error(`${file}: call ${index}: ${fault.replace('The body', 'it')}`);
  });
  return calls as GoldCall[];
}
