import { randomBytes } from 'node:crypto';
import type { SystemCaller } from '@debrief/contracts/caller';
import { integrationChanged, keyRevoked } from '@debrief/contracts/events/directory';
import { verifyKey } from '@debrief/contracts/operations/directory-access';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import { connect, onReconnect } from '@debrief/messaging/connection';
import { listen } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { exposeMessaging } from '@debrief/service-kit/metrics';
import type { Context, RunningService } from '@debrief/service-kit/run';
import { ApiKeyCache } from './authentication/api-key-cache.ts';
import { startKeyUseRecorder } from './authentication/key-use-recorder.ts';
import type { Config } from './config.ts';
import { createCursors } from './routes/cursors.ts';
import { createServer } from './server.ts';

const caller = { access: 'system', request_id: 'verify-key' } satisfies SystemCaller;
/** Every reply is due within 10 s; this leaves most of it to the request itself. */
const VERIFY_TIMEOUT_MS = 3_000;

export async function build({ config, log, metrics }: Context<Config>): Promise<RunningService> {
  const allowedHosts = parseAllowedHosts(config.ALLOW_DOWNLOAD_FROM);
  if (config.CURSOR_SECRETS.length === 0) {
    log.warn('CURSOR_SECRETS is not set: cursors work until this process ends, and in no other replica');
  }
  const secrets =
    config.CURSOR_SECRETS.length > 0 ? config.CURSOR_SECRETS : [randomBytes(32).toString('hex')];
  const messaging = await connect({
    url: config.NATS_URL,
    user: 'gateway',
    log,
    replicas: config.NATS_REPLICAS,
  });
  exposeMessaging(metrics, () => messaging.stats());
  const keys = new ApiKeyCache({
    verify: (sha256) => request(messaging, verifyKey, caller, { sha256 }, { timeoutMs: VERIFY_TIMEOUT_MS }),
    ttlMs: config.KEY_CACHE_SECONDS * 1000,
  });
  listen(messaging, keyRevoked, ({ key_id }) => keys.invalidateKey(key_id));
  listen(messaging, integrationChanged, ({ integration_id }) => keys.invalidateIntegration(integration_id));
  onReconnect(messaging, () => keys.invalidateAll());
  const keyUse = startKeyUseRecorder(messaging, log);
  const { gateway, listenAt } = await createServer({
    deps: { config, messaging, cursors: createCursors(secrets), allowedHosts },
    keys,
    recordKeyUse: keyUse.record,
    log,
    metrics,
  });
  const address = await listenAt({ host: config.HOST, port: config.PORT });
  return {
    address,
    checks: { nats: () => messaging.check() },
    close: async () => {
      await gateway.close();
      await keyUse.close();
      await messaging.close();
    },
  };
}
