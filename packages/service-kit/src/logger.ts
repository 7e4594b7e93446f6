import { currentTraces, traceIdOf } from '@debrief/tracing/tracing';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

/** An error without the fields in which Postgres quotes the row it is about. */
function withoutRows(error: Error): object {
  const {
    detail: _detail,
    where: _where,
    ...safe
  } = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  return safe;
}

/** Of a batch, that of its first. */
function ofTrace(): object {
  const [first] = currentTraces();
  return first === undefined ? {} : { trace_id: traceIdOf(first) };
}

/**
 * JSON lines on standard output. Logs carry ids, never keys, transcript text, names, numbers or e-mail; the redacted
 * paths catch a value that slips in with a whole object.
 */
export function createLogger(options: {
  name: string;
  level: string;
  /** Whether lines name the trace that they belong to. */
  withTraces?: boolean;
  /** Standard output when not given. */
  destination?: DestinationStream;
}): Logger {
  const settings: LoggerOptions = {
    name: options.name,
    level: options.level,
    base: { name: options.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutRows },
    ...(options.withTraces === true && { mixin: ofTrace }),
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        'authorization',
        '*.authorization',
        '["x-api-key"]',
        '*["x-api-key"]',
        'key',
        'password',
        '*.password',
      ],
      censor: '[redacted]',
    },
  };
  if (options.destination === undefined) output ??= standardOutput();
  return pino(settings, options.destination ?? output);
}

/** Written at once, before the round ends; the driver writes no more than 16 KB at a time. */
const LINES_MAX_BYTES = 16_000;

let output: DestinationStream | undefined;

/**
 * The lines of one round of the event loop go out together: a write for each took a tenth of the gateway's time. Only at
 * the end by `flushSync`, which also syncs a file to its disk: each round then waited for the disk, and so did Postgres.
 */
function standardOutput(): DestinationStream {
  const stdout = pino.destination({ dest: 1, sync: true, minLength: LINES_MAX_BYTES });
  let isScheduled = false;
  function flush(): void {
    isScheduled = false;
    stdout.flush();
  }
  process.once('exit', () => stdout.flushSync());
  return {
    write(line) {
      stdout.write(line);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(flush);
    },
  };
}
