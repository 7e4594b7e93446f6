import { readFileSync } from 'node:fs';
import { expectation } from '@debrief/contracts/violations';
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Every fault of an environment at once; each names its variable and what it must be. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Invalid configuration:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Traces, by the names of OpenTelemetry; off until there is an endpoint. Part of the settings of every app. */
const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Collector that takes traces by OTLP over HTTP, as `http://host:4318`; none: nothing is traced',
    }),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Array(Type.String({ pattern: '^[^=]+=.+$' }), {
    default: [],
    description: 'Headers of requests to the collector, comma-separated, as `name=value`',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 1,
    description: 'Share of the requests from outside that are traced',
  }),
};

/** Settings of every app. */
export const commonSettings = {
  LOG_LEVEL: Type.Union(
    [
      Type.Literal('fatal'),
      Type.Literal('error'),
      Type.Literal('warn'),
      Type.Literal('info'),
      Type.Literal('debug'),
      Type.Literal('trace'),
      Type.Literal('silent'),
    ],
    { default: 'info', description: 'Least severe level that is logged' },
  ),
  HEALTH_HOST: Type.String({ default: '127.0.0.1', description: 'Address of the health and metrics port' }),
  HEALTH_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65_535,
    description: 'Port of /livez, /readyz and /metrics; 0 takes a free one and logs it',
  }),
  ...tracingSettings,
};

/** Settings of every app that owns tables. */
export const databaseSettings = {
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'Postgres, as `postgres://user:password@host:port/database`',
  }),
  DATABASE_POOL_SIZE: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 200,
    description: 'Connections this process may open',
  }),
};

/** Settings of every app that talks over NATS. */
export const natsSettings = {
  NATS_URL: Type.String({
    minLength: 1,
    description: 'NATS servers, comma-separated, as `nats://host:4222`',
  }),
  NATS_REPLICAS: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 5,
    description: 'Copies JetStream keeps of a stream; 3 on a cluster',
  }),
};

/** Settings of every app that hands out leased work. */
export const workSettings = (o: {
  attemptSeconds: number;
  leaseMeaning: string;
  attemptMeaning: string;
}) => ({
  LEASE_SECONDS: Type.Number({ default: 90, minimum: 0.1, maximum: 86_400, description: o.leaseMeaning }),
  ATTEMPT_SECONDS: Type.Number({
    default: o.attemptSeconds,
    minimum: 0.1,
    maximum: 86_400,
    description: o.attemptMeaning,
  }),
  MAX_ATTEMPTS: Type.Integer({
    default: 3,
    minimum: 1,
    maximum: 100,
    description: 'Attempts that may fail before the recording is FAILED',
  }),
  WAIT_DAYS: Type.Number({
    default: 7,
    exclusiveMinimum: 0,
    maximum: 365,
    description: 'Days a recording waits for an engine, a disk or its analysis before it is FAILED',
  }),
  SWEEP_INTERVAL_SECONDS: Type.Number({
    default: 1,
    minimum: 0.05,
    maximum: 60,
    description: 'Seconds between looks for leases that ran out, and for work that is due',
  }),
});

/**
 * Reads settings by their environment variables and parses each strictly as its schema says: `8080` is an integer,
 * `8080x` and ` 8080` are not; arrays are comma-separated; an empty variable counts as not set. `NAME_FILE` names a file
 * with the value, as secrets are mounted; a line break at its end does not count.
 * @throws ConfigError with all faults.
 */
export function loadConfig<T extends TObject>(
  settings: T,
  env: Record<string, string | undefined>,
): Readonly<Static<T>> {
  const faults: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settings.properties)) {
    const text = textOf(name, env, faults);
    if (text === null) continue;
    if (text === undefined || text === '') {
      if (schema.default !== undefined) config[name] = structuredClone(schema.default);
      else if (settings.required?.includes(name))
        faults.push(`${name} is missing: ${schema.description ?? 'required'}`);
      continue;
    }
    const value = fromText(schema, text);
    if (Value.Check(schema, value)) config[name] = value;
    else faults.push(`${name} must be ${expected(schema)}: ${schema.description}`);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config) as Readonly<Static<T>>;
}

/** Null when it cannot be read, which is a fault. */
function textOf(
  name: string,
  env: Record<string, string | undefined>,
  faults: string[],
): string | null | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name];
  if (env[name]) {
    faults.push(`${name} and ${name}_FILE are both set: leave one out`);
    return null;
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    faults.push(`${name}_FILE cannot be read: ${(error as Error).message}`);
    return null;
  }
}

/** The rows of the settings table in an app's README. */
export function describeSettings(settings: TObject): { name: string; default: string; meaning: string }[] {
  return Object.entries(settings.properties).map(([name, schema]) => ({
    name,
    default:
      schema.default === undefined
        ? settings.required?.includes(name)
          ? 'required'
          : ''
        : String(schema.default),
    meaning: schema.description ?? '',
  }));
}

function fromText(schema: TSchema, text: string): unknown {
  if (schema.type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (schema.type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (schema.type === 'array') {
    const items = text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    return items.map((item) => fromText(schema.items as TSchema, item));
  }
  return text;
}

function expected(schema: TSchema): string {
  return schema.type === 'array'
    ? `a comma-separated list, each item ${expectation(schema.items)}`
    : expectation(schema);
}
