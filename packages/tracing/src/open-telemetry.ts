import {
  type Attributes,
  DiagLogLevel,
  diag,
  type SpanContext as OtelContext,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, Tracer } from './tracing.ts';

export interface TracingSettings {
  service: string;
  version: string;
  /** Base address of a collector that speaks OTLP over HTTP, such as `http://collector:4318`; without one nothing is traced. */
  endpoint: string | undefined;
  /** Of the requests to the collector, each `name=value`. */
  headers: readonly string[];
  /** Of the requests that come from outside, 0 to 1. */
  share: number;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
const silent = { error() {}, warn() {}, info() {}, debug() {}, verbose() {} };
/** A call that takes a second should be seen soon after it. */
const SEND_MS = 1_000;
/** Spans that wait to be sent; what comes beyond them is dropped, so that a slow collector costs no memory. */
const QUEUE_MAX = 16_384;
/** In one request. At the end all are sent at once, and the exporter refuses more than 30 requests at a time. */
const REQUEST_MAX = 1_024;
/** What a stopping process waits for a collector that does not answer. */
const CLOSE_TIMEOUT_MS = 2_000;

export function createTracer(o: TracingSettings & { endpoint: string }): Tracer & { close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: `${o.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: headersOf(o.headers),
    timeoutMillis: CLOSE_TIMEOUT_MS,
  });
  // How many spans were dropped for want of room in the queue.
  diag.setLogger({ ...silent, warn: (message) => o.log.warn({}, message) }, DiagLogLevel.WARN);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'debrief',
      'service.name': o.service,
      'service.version': o.version,
      'process.pid': process.pid,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, o.log),
        scheduledDelayMillis: SEND_MS,
        maxQueueSize: QUEUE_MAX,
        maxExportBatchSize: REQUEST_MAX,
      }),
    ],
  });
  const tracer = provider.getTracer('debrief', o.version);
  return {
    takes: () => o.share >= 1 || Math.random() < o.share,
    start(name, parent, { kind = 'internal', attributes = {} }) {
      const context = parent === null ? null : parseTraceParent(parent);
      const around =
        context === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: true });
      return asSpan(
        tracer.startSpan(name, { kind: kinds[kind], attributes: attributes as Attributes }, around),
      );
    },
    async close() {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref()),
      ]);
      diag.disable();
    },
  };
}

function asSpan(span: ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>): Span {
  const { traceId, spanId, traceFlags }: OtelContext = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end(error, attributes) {
      if (attributes !== undefined) span.setAttributes(attributes);
      if (error !== undefined) {
        // Not its message, which may quote what it is about.
        const name = error instanceof Error ? error.name : 'error';
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', codeOf(error) ?? name);
      }
      span.end();
    },
    rename(name) {
      span.updateName(name);
    },
  };
}

/** The declared code of a DebriefError, or that of Postgres or Node.js. */
function codeOf(error: unknown): string | null {
  const { code, definition } = error as { code?: unknown; definition?: { code?: unknown } };
  const found = definition?.code ?? code;
  return typeof found === 'string' ? found : null;
}

/** A collector that is away costs spans, and a line when it goes and when it comes back. */
function reporting(exporter: SpanExporter, log: TracingSettings['log']): SpanExporter {
  let dropped = 0;
  function report({ code, error }: ExportResult, spans: number): void {
    if (code === ExportResultCode.FAILED) {
      if (dropped === 0) log.warn({ err: error }, 'the collector does not take traces; they are dropped');
      dropped += spans;
    } else if (dropped > 0) {
      log.info({ dropped }, 'the collector takes traces again');
      dropped = 0;
    }
  }
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        report(result, spans.length);
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

function headersOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
