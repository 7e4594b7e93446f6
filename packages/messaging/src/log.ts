type Write = (fields: object, message: string) => void;

/** The part of a pino logger that messaging writes to. */
export interface MessagingLog {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
}

const EVERY_MS = 10_000;

/** Lets through the first of a run of equal faults and then one in ten seconds, however fast they come. */
export function sparingly(write: Write): Write {
  let lastAt = Number.NEGATIVE_INFINITY;
  let held = 0;
  return (fields, message) => {
    const now = performance.now();
    if (now - lastAt < EVERY_MS) {
      held += 1;
      return;
    }
    write(held > 0 ? { ...fields, held_back: held } : fields, message);
    lastAt = now;
    held = 0;
  };
}
