import type { Attempt } from './attempt.ts';
import { cutWindows } from './audio/cut-windows.ts';
import { decodeRecording } from './audio/decode-recording.ts';
import { sniffFormat } from './audio/sniff-format.ts';
import { splitTracks, type Track } from './audio/split-tracks.ts';
import type { TrackWindow } from './engines/recognize-windows.ts';
import type { SpeakerModels } from './speaker-models.ts';

/** A recording that only waits for an engine. Its audio lies in the folder, not in memory. */
export interface PreparedRecording {
  layout: 'dual' | 'mono';
  tracks: Track[];
  windows: (TrackWindow & { voice: 0 | 1 })[];
  durationSeconds: number;
  /** All there is of it, one WAV a channel, also of a channel that nobody listens to. */
  channels: readonly string[];
  /** Before resampling. */
  sourceSampleRate: number;
}

/**
 * Says what a file is, decodes it into the folder, and finds where somebody speaks. The file is not needed afterwards.
 * @throws RecordingFailure when no try can succeed, TransientFailure when another may.
 */
export async function prepareRecording(options: {
  file: string;
  folder: string;
  attempt: Attempt;
  speakerModels?: SpeakerModels;
}): Promise<PreparedRecording> {
  const { file, folder, attempt, speakerModels } = options;
  const format = await sniffFormat(file);
  const { signal } = attempt;
  const onProgress = (seconds: number) => attempt.decoding(seconds);
  const decoded = await decodeRecording({ file, format, folder, signal, onProgress });
  attempt.decoded(decoded.durationSeconds);
  const all = decoded.channels.length;
  const { layout, tracks } = await splitTracks(decoded, {
    step: () => attempt.step(),
    findVoice: async (track, sounding) => {
      const before = decoded.channels.indexOf(track);
      const onShare = (share: number) => attempt.listened((before + share) / all);
      return (await speakerModels?.findSpeech(track, sounding, attempt, onShare)) ?? null;
    },
  });
  const windows = tracks.flatMap((track, voice) =>
    cutWindows(track.regions).map((window) => ({ ...window, track, voice: voice as 0 | 1 })),
  );
  const { durationSeconds, channels, sourceSampleRate } = decoded;
  return { channels, layout, tracks, windows, durationSeconds, sourceSampleRate };
}
