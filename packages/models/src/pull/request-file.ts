import type { Dispatcher } from 'undici';
import { ModelError } from '../json-file.ts';
import { type Stated, statedByHeaders } from './checksums.ts';
import { AddressFailure, TransientFailure } from './pull-errors.ts';

const REDIRECTS_MAX = 5;
/** Silence of a server, before its headers and between two parts of its body. */
export const IDLE_TIMEOUT_MS = 30_000;

export interface FileResponse {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: Dispatcher.ResponseData['body'];
  /** What the host that was asked says of the file. */
  stated: Stated;
}

/** Loaded with the first pull: it would be a third of the start of every other command. */
const undici = () => import('undici');

const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/**
 * Through the proxies that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name.
 * @throws ModelError for a proxy that is no address.
 */
export async function createDispatcher(idleTimeoutMs = IDLE_TIMEOUT_MS): Promise<Dispatcher> {
  const isAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
  const wrong = PROXIES.find((name) => process.env[name] && !isAddress(process.env[name]));
  // Not with its value, which may hold a password.
  if (wrong !== undefined)
    throw new ModelError(`${wrong} must be an address such as http://proxy.example:3128`);
  const { EnvHttpProxyAgent } = await undici();
  return new EnvHttpProxyAgent({
    connect: { timeout: Math.min(idleTimeoutMs, 15_000) },
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
}

/**
 * Asks for a file, following redirects, and never from https to http.
 * @throws AddressFailure when there is no answer to it.
 */
export async function requestFile(o: {
  url: string;
  headers?: Record<string, string>;
  dispatcher: Dispatcher;
  signal: AbortSignal;
}): Promise<FileResponse> {
  const { dispatcher, signal } = o;
  // Compressed, it would have another length, and no part of it could be asked for.
  const headers = { ...o.headers, 'accept-encoding': 'identity', 'user-agent': 'debrief' };
  let url = new URL(o.url);
  let stated: Stated | null = null;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await ask(url, { headers, dispatcher, signal });
    const received = flat(response.headers);
    stated ??= statedByHeaders(received);
    const { statusCode, body } = response;
    const location = received.location;
    if (statusCode < 300 || statusCode >= 400 || statusCode === 304 || location === undefined) {
      return { status: statusCode, headers: received, body, stated };
    }
    await body.dump();
    const next = URL.parse(location, url.href);
    if (next === null || !/^https?:$/.test(next.protocol)) {
      throw new AddressFailure(`${o.url} redirects to ${location}, which is no address`);
    }
    if (url.protocol === 'https:' && next.protocol === 'http:') {
      throw new AddressFailure(`${o.url} redirects from https to http, which is not followed`);
    }
    url = next;
  }
  throw new AddressFailure(`${o.url} redirects more than ${REDIRECTS_MAX} times`);
}

async function ask(
  url: URL,
  options: { headers: Record<string, string>; dispatcher: Dispatcher; signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  const { request } = await undici();
  try {
    return await request(url, options);
  } catch (error) {
    options.signal.throwIfAborted();
    throw networkFailure(error, url.href);
  }
}

/** Codes of a certificate that is not trusted, as by a proxy that opens what it passes on. */
const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+)$/;
const UNREACHABLE = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** @returns an AddressFailure that says what happened; a transient one when trying again may help. */
export function networkFailure(error: unknown, url: string): AddressFailure {
  const code = codeOf(error);
  const options = { cause: error };
  const { host } = new URL(url);
  if (UNTRUSTED.test(code)) {
    return new AddressFailure(
      `The certificate of ${host} is not trusted (${code}). NODE_EXTRA_CA_CERTS names a file with the authority of a proxy`,
      options,
    );
  }
  if (UNREACHABLE.test(code)) {
    return new TransientFailure(`${host} cannot be reached (${code})`, { ...options, isUnreachable: true });
  }
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)) {
    return new TransientFailure(`${host} sends nothing any more`, options);
  }
  return new TransientFailure(`The connection to ${host} broke: ${(error as Error).message}`, options);
}

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return '';
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
