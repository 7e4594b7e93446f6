import { ensureCommands, ffmpeg, findCommand, natsServer, pocketsphinx } from '@debrief/local/packages';

/**
 * Programs that Debrief starts. All that are missing are installed together. Without pocketsphinx Debrief still runs:
 * another speech engine may be set up. Whether nats-server is needed, whoever starts NATS will say.
 */
export async function ensureNeededCommands(o: {
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
