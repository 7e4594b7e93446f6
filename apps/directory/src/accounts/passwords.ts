import { hash, verify } from '@node-rs/argon2';

/** OWASP's least for Argon2id: 19 MiB and two passes, some 30 ms. They are the package's defaults, too. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), COST);
}

/** Takes as long without a hash as with one, so that the time does not tell who has an account. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const isRight = await verify(stored ?? (await decoy), normalized(password));
  return isRight && stored !== null;
}

const decoy = hash('nobody has this password', COST);

/** The same letters may arrive in two encodings, by the keyboard. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
