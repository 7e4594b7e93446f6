import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure } from '@debrief/contracts/failures';
import type { AllowedHost } from '@debrief/contracts/public-address';
import { Client, type Dispatcher, errors, request } from 'undici';
import { RecordingFailure } from '../recording-failure.ts';
import { afterRunning } from '../running-time.ts';
import { TransientFailure } from '../transient-failure.ts';
import { classifyFailure, failureOfStatus } from './classify-failure.ts';
import { connectPinned } from './connect-pinned.ts';
import { resolveHost } from './resolve-host.ts';
import { saveBody } from './save-body.ts';

const MAX_REDIRECTS = 5;

export interface DownloadLimits {
  readonly maxBytes: number;
  /**
   * For the whole download, redirects and look-ups among it: what bounds a host that sends a byte now and then. Like a
   * stretch, it is time in which this process runs and can read.
   */
  readonly timeoutMs: number;
  /** Between two signs of life of the host. */
  readonly idleTimeoutMs: number;
  /** Over each stretch of so long, the first included; what is over sooner is never too slow. */
  readonly minBytesPerSecond: number;
  readonly stretchMs: number;
}

export interface DownloadOptions {
  readonly url: string;
  /** Where to. Left behind half-written on failure, for its folder's owner to remove. */
  readonly file: string;
  readonly allowed: readonly AllowedHost[];
  readonly limits: DownloadLimits;
  readonly signal: AbortSignal;
  /** Bytes have come. */
  readonly onProgress?: () => void;
}

type HopOptions = DownloadOptions & { readonly onBytes: (count: number) => void };

/**
 * Fetches a recording into a file.
 * @throws RecordingFailure when no other try can succeed, TransientFailure when one may, the signal's reason when
 * aborted.
 * @returns its length in bytes
 */
export async function downloadRecording(options: DownloadOptions): Promise<number> {
  const { limits, onProgress } = options;
  const deadline = new AbortController();
  const tooSlow = new AbortController();
  const stopDeadline = afterRunning(limits.timeoutMs, () => deadline.abort());
  let bytes = 0;
  let stopStretch = () => {};
  const nextStretch = () => {
    bytes = 0;
    stopStretch = afterRunning(limits.stretchMs, () => {
      if ((bytes * 1000) / limits.stretchMs < limits.minBytesPerSecond) tooSlow.abort();
      else nextStretch();
    });
  };
  nextStretch();
  const onBytes = (count: number) => {
    bytes += count;
    onProgress?.();
  };
  const signal = AbortSignal.any([options.signal, deadline.signal, tooSlow.signal]);
  try {
    return await followRedirects({ ...options, signal, onBytes });
  } catch (error) {
    options.signal.throwIfAborted();
    if (deadline.signal.aborted) throw new TransientFailure(failure('download_timed_out'), { cause: error });
    if (tooSlow.signal.aborted) {
      throw new TransientFailure(failure('download_timed_out', 'too slow'), { cause: error });
    }
    throw classifyFailure(error);
  } finally {
    stopDeadline();
    stopStretch();
  }
}

async function followRedirects(options: HopOptions): Promise<number> {
  let url = URL.parse(options.url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (url === null) throw new RecordingFailure(failure('download_failed', 'not a URL'));
    const outcome = await fetchHop(url, options);
    if (typeof outcome === 'number') return outcome;
    url = URL.parse(outcome.location, url.href);
  }
  throw new RecordingFailure(failure('download_failed', 'too many redirects'));
}

/** One connection for one answer: saved, or a place to go on at. Every hop is resolved and checked again. */
async function fetchHop(url: URL, options: HopOptions): Promise<number | { location: string }> {
  const { limits, signal } = options;
  const addresses = await resolveHost(url, options.allowed, signal);
  const client = new Client(url.origin, {
    connect: connectPinned(addresses, signal),
    headersTimeout: limits.idleTimeoutMs,
    bodyTimeout: limits.idleTimeoutMs,
  });
  let afterwards: Error | undefined;
  client.on('disconnect', (_origin, _targets, error) => {
    afterwards = error;
  });
  try {
    const response = await request(url, {
      dispatcher: client,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'debrief' },
      signal,
    });
    const { statusCode: status, headers } = response;
    const location = headerOf(headers, 'location');
    if (status >= 300 && status < 400 && status !== 304 && location !== '') return { location };
    if (status !== 200 && status !== 203) throw failureOfStatus(status, headerOf(headers, 'retry-after'));
    refuseUnwanted(headers, limits.maxBytes);
    const contentType = headerOf(headers, 'content-type');
    const bytes = await saveBody(response.body, { ...options, maxBytes: limits.maxBytes, contentType });
    // More than was announced is not part of the answer: the connection breaks on it as it is read, a moment later.
    await nextTurn();
    await nextTurn();
    if (afterwards instanceof errors.HTTPParserError || afterwards?.message === 'bad response') {
      throw new TransientFailure(failure('download_failed', 'wrong length'), { cause: afterwards });
    }
    return bytes;
  } finally {
    await client.destroy();
  }
}

/** A body that has to be inflated could become a thousand times as long, so none is taken. */
function refuseUnwanted(headers: Dispatcher.ResponseData['headers'], maxBytes: number): void {
  const encoding = headerOf(headers, 'content-encoding').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw new RecordingFailure(failure('download_failed', 'the answer is compressed'));
  }
  if (Number(headerOf(headers, 'content-length')) > maxBytes) {
    throw new RecordingFailure(failure('download_too_large'));
  }
}

function headerOf(headers: Dispatcher.ResponseData['headers'], name: string): string {
  return [headers[name] ?? ''].flat().join(', ');
}
