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

/**
 * JSON lines on standard output. Logs carry ids, never keys, transcript text, names, numbers or e-mail; the redacted
 * paths catch a value that slips in with a whole object.
 */
export function createLogger(options: {
  name: string;
  level: string;
  /** Standard output when not given. */
  destination?: DestinationStream;
}): Logger {
  const settings: LoggerOptions = {
    name: options.name,
    level: options.level,
    base: { name: options.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutRows },
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
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination);
}
