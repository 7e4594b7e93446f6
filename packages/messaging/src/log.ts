type Write = (fields: object, message: string) => void;

/** The part of a pino logger that messaging writes to. */
export interface MessagingLog {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
}

const EVERY_MS = 10_000;

/** Writes the first of a run of equal faults and then one in ten seconds, however fast they come. */
export function throttled(write: Write): Write {
  let lastAt = Number.NEGATIVE_INFINITY;
  let suppressed = 0;
  return (fields, message) => {
    const now = performance.now();
    if (now - lastAt < EVERY_MS) {
      suppressed += 1;
      return;
    }
    write(suppressed > 0 ? { ...fields, suppressed } : fields, message);
    lastAt = now;
    suppressed = 0;
  };
}
