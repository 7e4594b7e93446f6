import { openAudioStore } from '@debrief/audio-store/open-audio-store';
import { connect } from '@debrief/messaging/connection';
import { exposeMessaging } from '@debrief/service-kit/metrics';
import type { Context, RunningService } from '@debrief/service-kit/run';
import { type Config, refuseUnusable } from './config.ts';
import { loadAssets } from './http/assets.ts';
import { createServer } from './server.ts';
import { openOpenId } from './session/openid.ts';

export async function build({ config, log, metrics }: Context<Config>): Promise<RunningService> {
  refuseUnusable(config);
  const [assets, audio, openId] = await Promise.all([
    loadAssets(),
    openAudioStore(config),
    openOpenId(config, log),
  ]);
  const messaging = await connect({
    url: config.NATS_URL,
    user: 'console',
    log,
    replicas: config.NATS_REPLICAS,
  });
  exposeMessaging(metrics, () => messaging.stats());
  const server = await createServer({ deps: { config, messaging, assets, audio, openId }, log, metrics });
  const address = await server.listen({ host: config.HOST, port: config.PORT });
  openId?.fault();
  return {
    address,
    about: async () => ({ signs_in_by: openId === null ? 'password' : `password and ${config.OIDC_ISSUER}` }),
    get notes() {
      const fault = openId?.fault() ?? null;
      return fault === null ? [] : [`OpenID Connect: ${fault}; people sign in by password alone`];
    },
    checks: { nats: () => messaging.check() },
    close: async () => {
      await server.close();
      await messaging.close();
      audio?.close();
    },
  };
}
