import type { Tenant } from '../stack/stack.ts';

export type End = 'COMPLETED' | 'FAILED' | 'either';

/** One recording that a client submits. */
export interface Planned {
  readonly url: string;
  /** How it has to end. */
  readonly end: End;
}

/** What clients submit while the fault lasts. */
export interface LoadPlan {
  /** Submitted one after another, by the tenants in turn. */
  readonly recordings: readonly Planned[];
  /** The submissions are spread over so many seconds. */
  readonly overSeconds: number;
  /** Whose they are; both tenants of the stack by default. */
  readonly tenants?: readonly Tenant[];
}

export function repeated(count: number, url: string, end: End = 'COMPLETED'): Planned[] {
  return Array.from({ length: count }, () => ({ url, end }));
}
