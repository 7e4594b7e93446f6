import type { Segment, Transcript } from '@debrief/contracts/resources/transcript';
import { cutWindows } from './audio/cut-windows.ts';
import { decodeRecording } from './audio/decode-recording.ts';
import { sniffFormat } from './audio/sniff-format.ts';
import { splitTracks, type Track } from './audio/split-tracks.ts';
import { groupWords, nameSegments, type VoicedWord } from './build-segments.ts';
import { chooseEngine } from './engines/choose-engine.ts';
import { recognizeWindows } from './engines/recognize-windows.ts';
import { nameSpeakers } from './speakers/name-speakers.ts';
import { type SpeechRegion, separateVoices } from './speakers/separate-voices.ts';
import type { Transcribe } from './work/transcribe-recording.ts';

/** Telephone lines carry half of what the engines' models were made from. */
const NARROWBAND_RATE = 8_000;
const LOW_CONFIDENCE = 0.5;

/**
 * Turns a recording into a transcript: what it is, its channels, where somebody speaks, which words, whose voice, and
 * who that is. The same bytes give the same transcript.
 * @param preferredEngine for a recording that asks for none, or for one that is not there
 * @throws RecordingFailure when no try can succeed, TransientFailure when another may.
 */
export async function transcribeFile(
  { file, folder, recording, signal, onProgress }: Parameters<Transcribe>[0],
  preferredEngine?: string,
): Promise<Transcript> {
  const format = await sniffFormat(file);
  const decoded = await decodeRecording({ file, format, folder, signal });
  const { layout, tracks } = await splitTracks(decoded, signal);
  const engine = await chooseEngine(wantedEngines(recording.ai_models, preferredEngine));
  const windows = tracks.flatMap((track, voice) =>
    cutWindows(track.regions).map((window) => ({ ...window, track, voice: voice as 0 | 1 })),
  );
  const heard = await recognizeWindows({ engine, windows, folder, signal, onProgress });
  const words = heard.flatMap((list, index) =>
    list.map((word) => ({ ...word, voice: windows[index]?.voice ?? 0 })),
  );
  const [only] = tracks;
  const voiced = layout === 'mono' && only !== undefined ? await separate(words, only, signal) : words;
  const spoken = groupWords(voiced);
  const names = { agent: recording.user_name, contact: recording.contact_name };
  const naming = nameSpeakers(spoken, names, recording.incoming);
  const segments = nameSegments(spoken, naming, names);
  return {
    engine: { name: engine.name, version: engine.version, model: engine.model },
    quality: qualityOf(segments, decoded.sourceSampleRate),
    language: engine.language,
    channels: layout,
    duration_seconds: Math.round(decoded.durationSeconds * 100) / 100,
    speakers: { ...names, method: naming.method, confidence: Math.round(naming.confidence * 100) / 100 },
    segments,
  };
}

function wantedEngines(models: readonly { model: string; type: string }[], preferred?: string): string[] {
  const asked = models.find(({ type }) => type === 'transcription')?.model;
  return [asked, preferred].filter((name) => name !== undefined);
}

/** Gives each word of a mono recording the voice that speaks at that moment. */
async function separate(
  words: readonly VoicedWord[],
  track: Track,
  signal: AbortSignal,
): Promise<VoicedWord[]> {
  const stretches = (await separateVoices(track.file, track.regions, signal)).flat();
  return words.map((word) => ({ ...word, voice: stretches[nearest(stretches, word)]?.voice ?? 0 }));
}

function nearest(stretches: readonly SpeechRegion[], word: { startTime: number; endTime: number }): number {
  const middle = (word.startTime + word.endTime) / 2;
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const at = (low + high) >> 1;
    if ((stretches[at]?.endTime ?? 0) < middle) low = at + 1;
    else high = at;
  }
  const before = stretches[low - 1];
  const after = stretches[low];
  if (before === undefined || after === undefined || after.startTime <= middle) return low;
  return middle - before.endTime < after.startTime - middle ? low - 1 : low;
}

function qualityOf(segments: readonly Segment[], sampleRate: number): Transcript['quality'] {
  const known = segments.map(({ confidence }) => confidence).filter((confidence) => confidence !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  return sampleRate <= NARROWBAND_RATE || (known.length > 0 && mean < LOW_CONFIDENCE) ? 'low' : 'medium';
}
