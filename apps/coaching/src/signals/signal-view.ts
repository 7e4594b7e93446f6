import { knownFields } from '@debrief/contracts/known-fields';
import { SignalProfile } from '@debrief/contracts/resources/user-signal';
import { TypeCompiler } from '@sinclair/typebox/compiler';

const profileCheck = TypeCompiler.Compile(SignalProfile);

/** The `fault` names what is wrong in words of the contract; what is stored is about a person and never quoted. */
export type ReadProfile = { profile: SignalProfile } | { fault: string };

/** A stored profile with the contract's keys alone. */
export function readProfile(text: string): ReadProfile {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // The error of JSON.parse quotes what it could not read.
    return { fault: 'it cannot be parsed' };
  }
  if (profileCheck.Check(stored)) return { profile: knownFields(SignalProfile, stored) };
  return { fault: `it does not fit at ${profileCheck.Errors(stored).First()?.path || 'its root'}` };
}
