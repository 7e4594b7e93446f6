/** Rejects when the promise takes longer; what it was doing goes on unheard. */
export async function withTimeLimit<R>(work: Promise<R>, timeoutMs: number, what: string): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
