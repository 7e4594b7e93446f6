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

/** The text of a profile to store. @throws when it does not fit the contract, so that nobody reads what is wrong. */
export function profileText(profile: SignalProfile): string {
  const read = readProfile(JSON.stringify(profile));
  if ('fault' in read) throw new Error(`The profile that was composed is ${read.fault}`);
  return JSON.stringify(read.profile);
}
