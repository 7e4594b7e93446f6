export function makeBundle(
  root: string,
  owner: string,
  specifiers: readonly string[],
  place?: string,
): Promise<void>;
export function dropBundle(root: string, name: string): void;
