import { randomBytes } from 'node:crypto';
import type { SystemCaller } from '@debrief/contracts/caller';
import { integrationChanged, keyRevoked } from '@debrief/contracts/events/directory';
import { verifyKey } from '@debrief/contracts/operations/directory-access';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import { connect, onReconnect } from '@debrief/messaging/connection';
import { listen } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import type { Context, RunningService } from '@debrief/service-kit/run';
import { startKeyUse } from './authentication/key-use.ts';
import { VerifiedKeys } from './authentication/verified-keys.ts';
import type { Config } from './config.ts';
import { createCursors } from './paging/cursors.ts';
import { createServer } from './server.ts';

const caller = { access: 'system', request_id: 'verify-key' } satisfies SystemCaller;
/** Leaves room, within the 10 s in which every reply is due, for what the key was shown for. */
const VERIFY_TIMEOUT_MS = 3_000;

export async function build({ config, log, metrics }: Context<Config>): Promise<RunningService> {
  const allowedHosts = parseAllowedHosts(config.ALLOW_DOWNLOAD_FROM);
  if (config.CURSOR_SECRETS.length === 0) {
    log.warn(
      'CURSOR_SECRETS is not set: cursors hold until this process ends and are of no use to another replica',
    );
  }
  const secrets =
    config.CURSOR_SECRETS.length > 0 ? config.CURSOR_SECRETS : [randomBytes(32).toString('hex')];
  const messaging = await connect({
    url: config.NATS_URL,
    name: 'gateway',
    log,
    replicas: config.NATS_REPLICAS,
  });
  const keys = new VerifiedKeys({
    verify: (sha256) => request(messaging, verifyKey, caller, { sha256 }, { timeoutMs: VERIFY_TIMEOUT_MS }),
    memoryMs: config.KEY_CACHE_SECONDS * 1000,
  });
  listen(messaging, keyRevoked, ({ key_id }) => keys.forgetKey(key_id));
  listen(messaging, integrationChanged, ({ integration_id }) => keys.forgetIntegration(integration_id));
  onReconnect(messaging, () => keys.forgetAll());
  const keyUse = startKeyUse(messaging, log);
  const server = await createServer({
    parts: { config, messaging, cursors: createCursors(secrets), allowedHosts },
    keys,
    noteKeyUse: keyUse.note,
    log,
    metrics,
  });
  const address = await server.listen({ host: config.HOST, port: config.PORT });
  return {
    address,
    checks: { nats: () => messaging.check() },
    close: async () => {
      await server.close();
      await keyUse.close();
      await messaging.close();
    },
  };
}
