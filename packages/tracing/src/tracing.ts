import { AsyncLocalStorage } from 'node:async_hooks';

/** A span that others continue, as in the header `traceparent` of W3C Trace Context: version, trace, span and flags. */
export type TraceParent = string;

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
/** Ids, codes and counts; never what somebody said, a name or an address. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface Span {
  /** What continues it carries this; undefined where nothing is recorded. */
  readonly traceparent: TraceParent | undefined;
  /** @param error what went wrong, if anything did. */
  end(error?: unknown, attributes?: SpanAttributes): void;
  rename(name: string): void;
}

interface SpanStart {
  kind?: SpanKind;
  attributes?: SpanAttributes;
}

/** What records spans while this process traces. */
export interface Tracer {
  start(name: string, parent: TraceParent | null, start: SpanStart): Span;
  /** Whether a request that comes from outside is among the share that is traced. */
  takes(): boolean;
}

const notRecorded: Span = { traceparent: undefined, end() {}, rename() {} };
const none: readonly TraceParent[] = [];
const around = new AsyncLocalStorage<readonly TraceParent[]>();
let tracer: Tracer | null = null;

/** One of each process: `startTracing` sets it, before anything is served. */
export function useTracer(used: Tracer | null): void {
  tracer = used;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** Begins a trace where a request comes in from outside, or continues its client's; only a share is recorded. */
export function beginTrace(name: string, header: string | string[] | undefined, start: SpanStart): Span {
  if (tracer === null || !tracer.takes()) return notRecorded;
  return tracer.start(name, typeof header === 'string' ? header : null, start);
}

/** A span of the trace that `parent` belongs to; without one, or while this process does not trace, none. */
export function startSpan(name: string, parent: TraceParent | null | undefined, start: SpanStart): Span {
  if (tracer === null || parent === null || parent === undefined) return notRecorded;
  return tracer.start(name, parent, start);
}

/** The spans that this code runs for: several where one statement serves a batch of requests. */
export function currentTraces(): readonly TraceParent[] {
  return tracer === null ? none : (around.getStore() ?? none);
}

/** Runs work for these spans; without any, for those that it is called for. */
export function inTraces<R>(traces: readonly TraceParent[], work: () => R): R {
  return tracer === null || traces.length === 0 ? work() : around.run(traces, work);
}

/** Runs work as a span of each of the traces; with none, only runs it. */
export async function inSpans<R>(
  name: string,
  parents: readonly (TraceParent | null | undefined)[],
  start: SpanStart,
  work: () => Promise<R>,
): Promise<R> {
  if (tracer === null) return work();
  const spans = parents.map((parent) => startSpan(name, parent, start));
  try {
    const result = await inTraces(parentsOf(spans), work);
    for (const span of spans) span.end();
    return result;
  } catch (error) {
    for (const span of spans) span.end(error);
    throw error;
  }
}

export function parentsOf(spans: readonly Span[]): TraceParent[] {
  return spans.map(({ traceparent }) => traceparent).filter((parent) => parent !== undefined);
}

/** For log lines. */
export function traceIdOf(traceparent: TraceParent): string {
  return traceparent.slice(3, 35);
}
