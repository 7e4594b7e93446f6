import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { failure } from '@debrief/contracts/failures';
import { isSameAddress } from '@debrief/contracts/public-address';
import type { buildConnector } from 'undici';
import { RecordingFailure } from '../recording-failure.ts';
import { afterRunning } from '../running-time.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A connector that reaches only the addresses that were checked, in their order until one answers, and that looks
 * once more at who answered. A guard in `lookup` is not enough: literal addresses never pass through it.
 */
export function connectPinned(addresses: readonly string[], signal: AbortSignal): buildConnector.connector {
  return (options, callback) => {
    connectFirst(addresses, options, signal).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function connectFirst(
  addresses: readonly string[],
  options: buildConnector.Options,
  signal: AbortSignal,
): Promise<net.Socket> {
  let failed: unknown = new Error('the host has no address');
  for (const address of addresses) {
    try {
      return await connect(address, options, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RecordingFailure) throw error;
      failed = error;
    }
  }
  throw failed;
}

async function connect(
  address: string,
  options: buildConnector.Options,
  signal: AbortSignal,
): Promise<net.Socket> {
  const timeout = new AbortController();
  const stopTimer = afterRunning(CONNECT_TIMEOUT_MS, () => timeout.abort());
  const secure = options.protocol === 'https:';
  const target = { host: address, port: Number(options.port || (secure ? 443 : 80)) };
  const socket = secure
    ? tls.connect({ ...target, servername: serverName(options.hostname), ALPNProtocols: ['http/1.1'] })
    : net.connect(target);
  try {
    const stop = AbortSignal.any([signal, timeout.signal]);
    await once(socket, secure ? 'secureConnect' : 'connect', { signal: stop });
    if (socket.remoteAddress === undefined || !isSameAddress(socket.remoteAddress, address)) {
      throw new RecordingFailure(failure('download_refused'), {
        cause: new Error(`connected to ${socket.remoteAddress ?? 'nobody'} instead of ${address}`),
      });
    }
    return socket;
  } catch (error) {
    socket.on('error', () => {});
    socket.destroy();
    if (timeout.signal.aborted && !signal.aborted) {
      throw Object.assign(new Error('the connection was not made in time'), { code: 'ETIMEDOUT' });
    }
    throw error;
  } finally {
    stopTimer();
  }
}

/** What the certificate must be for; empty for a literal address, which is then looked for in the certificate. */
function serverName(hostname: string): string {
  return net.isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '';
}
