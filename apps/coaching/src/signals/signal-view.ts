import { knownFields } from '@debrief/contracts/known-fields';
import { SignalProfile } from '@debrief/contracts/resources/user-signal';
import { TypeCompiler } from '@sinclair/typebox/compiler';

const profileCheck = TypeCompiler.Compile(SignalProfile);

/** The `fault` names the field that is wrong and never quotes what is stored: it is about a person. */
export type ReadProfile = { profile: SignalProfile } | { fault: string };

/** A stored profile with the contract's keys alone. */
export function readProfile(text: string): ReadProfile {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // The error of JSON.parse quotes what it could not read.
    return { fault: 'not valid JSON' };
  }
  if (profileCheck.Check(stored)) return { profile: knownFields(SignalProfile, stored) };
  return { fault: `invalid at ${profileCheck.Errors(stored).First()?.path || '/'}` };
}
