import { openAudioStore } from '@debrief/audio-store/open-audio-store';
import { connect } from '@debrief/messaging/connection';
import type { Context, RunningService } from '@debrief/service-kit/run';
import type { Config } from './config.ts';
import { loadAssets } from './http/assets.ts';
import { createServer } from './server.ts';

export async function build({ config, log, metrics }: Context<Config>): Promise<RunningService> {
  const [assets, audio] = await Promise.all([loadAssets(), openAudioStore(config)]);
  const messaging = await connect({
    url: config.NATS_URL,
    user: 'console',
    log,
    replicas: config.NATS_REPLICAS,
  });
  const server = await createServer({ deps: { config, messaging, assets, audio }, log, metrics });
  const address = await server.listen({ host: config.HOST, port: config.PORT });
  return {
    address,
    checks: { nats: () => messaging.check() },
    close: async () => {
      await server.close();
      await messaging.close();
      audio?.close();
    },
  };
}
