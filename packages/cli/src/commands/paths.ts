import { resolve } from 'node:path';

/** `npm run` changes to the project's folder and keeps where the user was in INIT_CWD. */
export function fromWhereTheUserIs(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
