import { ensureCommands, ffmpeg, findCommand, natsServer, pocketsphinx } from '@debrief/local/packages';

/**
 * Installs the programs that are missing, all together. Debrief also runs without pocketsphinx: another speech engine
 * may be configured. Without nats-server there may still be a Docker engine, so starting NATS reports that one.
 */
export async function installPrograms(o: {
  isNatsConfigured: boolean;
  say: (line: string) => void;
}): Promise<void> {
  const needed = [ffmpeg, pocketsphinx, ...(o.isNatsConfigured ? [] : [natsServer])];
  try {
    await ensureCommands(needed, o.say);
  } catch (error) {
    if (findCommand(ffmpeg.command) === null) throw error;
    if (findCommand(pocketsphinx.command) === null) o.say((error as Error).message);
  }
}
