import { findCards, withoutCards } from '@debrief/contracts/cards/remove-card-numbers';
import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { HeardTranscript, Segment, Transcript } from '@debrief/contracts/resources/transcript';
import { fitWords } from '@debrief/contracts/resources/transcript-words';
import type { Attempt } from './attempt.ts';
import type { Track } from './audio/split-tracks.ts';
import { groupWords, nameSegments, type VoicedWords } from './build-segments.ts';
import { type HeardWord, recognizeWindows, type WindowsOptions } from './engines/recognize-windows.ts';
import { hundredths } from './hundredths.ts';
import { cardStretches, type Stretch } from './keeping/card-stretches.ts';
import type { PreparedRecording } from './prepare-recording.ts';
import type { SpeakerModels } from './speaker-models.ts';
import { nameSpeakers } from './speakers/name-speakers.ts';
import { type SpeechRegion, separateVoices } from './speakers/separate-voices.ts';
import type { PunctuateTexts } from './writing/punctuate-by-model.ts';
import { writeText } from './writing/write-text.ts';

/** Telephone lines carry half of what the engines' models were made from. */
const NARROWBAND_RATE = 8_000;
const LOW_CONFIDENCE = 0.5;
const MUCH_REFUSED = 0.1;
/** Of the progress of a recording whose voices are told apart afterwards. */
const WORDS_SHARE = 0.8;

type TranscribeOptions = Omit<WindowsOptions, 'windows' | 'wordsShare' | 'isNarrow'> & {
  prepared: PreparedRecording;
  recording: RecordingContext;
  removesCardNumbers: boolean;
  speakerModels?: SpeakerModels;
  /** By a model, where one is in use. */
  punctuateTexts?: PunctuateTexts;
};

export interface Transcribed {
  transcript: HeardTranscript;
  /** Where card numbers were said that the transcript does not hold. */
  cards: Stretch[];
}

/**
 * Turns prepared audio into a transcript: which words, whose voice, and who that is. The same audio gives the same
 * transcript.
 * @throws RecordingFailure when no try can succeed, TransientFailure when another may.
 */
export async function transcribePrepared({
  prepared,
  recording,
  removesCardNumbers,
  speakerModels,
  punctuateTexts,
  ...options
}: TranscribeOptions): Promise<Transcribed> {
  const { layout, tracks, windows } = prepared;
  const { engine, attempt, places, placeRequest } = options;
  const isNarrow = prepared.sourceSampleRate <= NARROWBAND_RATE;
  const [only] = tracks;
  const isMono = layout === 'mono' && only !== undefined;
  const wordsShare = isMono ? WORDS_SHARE : 1;
  const heard = await recognizeWindows({ ...options, windows, wordsShare, isNarrow });
  // Models take as long for it as for the words.
  const isHard = isMono && (await speakerModels?.tellsVoices()) === true;
  if (placeRequest.alone || isHard) attempt.pauses();
  using _place = placeRequest.alone || isHard ? await places.take(placeRequest, attempt.signal) : null;
  attempt.works();
  const voices = isMono
    ? await separate(heard.flat(), only, attempt, speakerModels)
    : ofChannels(windows, heard);
  const names = { agent: recording.user_name, contact: recording.contact_name };
  const spoken = groupWords(voices);
  const naming = nameSpeakers(spoken, names, recording.incoming);
  const named = nameSegments(spoken, naming, names);
  // In the words that were heard: `four one one one` would be a number of its own, and part of one no longer.
  const found = removesCardNumbers ? findCards(named) : [];
  const cards = cardStretches(spoken, named, found);
  // What was heard is as large as what is written, and nothing more is asked of it.
  for (const words of [heard, ...voices, spoken]) words.length = 0;
  const { segments, punctuation } = await writeText(withoutCards(named, found).map(fitWords), {
    language: engine.language,
    speakers: Object.values(names),
    punctuateTexts: punctuateTexts ?? null,
  });
  const { refusedSeconds = 0 } = engine;
  const isMuchRefused = refusedSeconds > MUCH_REFUSED * secondsOf(windows);
  const transcript: HeardTranscript = {
    engine: {
      ...{ name: engine.name, version: engine.version, model: engine.model },
      ...(refusedSeconds === 0 ? {} : { refused_seconds: hundredths(refusedSeconds) }),
    },
    quality: isMuchRefused ? 'low' : qualityOf(segments, isNarrow),
    language: engine.language,
    punctuation,
    channels: layout,
    duration_seconds: hundredths(prepared.durationSeconds),
    speakers: { ...names, method: naming.method, confidence: hundredths(naming.confidence) },
    segments,
  };
  return { transcript, cards };
}

/** The words of two channels, each of which has a voice. */
function ofChannels(windows: PreparedRecording['windows'], heard: readonly HeardWord[][]): VoicedWords {
  const ofVoice = (voice: 0 | 1) => heard.filter((_, index) => (windows[index]?.voice ?? 0) === voice).flat();
  return [ofVoice(0), ofVoice(1)];
}

/** Gives each word of a mono recording to the voice that speaks at that moment. */
async function separate(
  words: readonly HeardWord[],
  { file, regions }: Track,
  attempt: Attempt,
  speakerModels?: SpeakerModels,
): Promise<VoicedWords> {
  const onShare = (share: number) => {
    attempt.step();
    attempt.recognized(WORDS_SHARE + (1 - WORDS_SHARE) * share);
  };
  const stretches =
    (await speakerModels?.tellVoices(file, attempt, onShare)) ??
    (await separateVoices(file, regions, onShare)).flat();
  const voices: VoicedWords = [[], []];
  for (const word of words) voices[stretches[nearest(stretches, word)]?.voice ?? 0].push(word);
  return voices;
}

function nearest(stretches: readonly SpeechRegion[], word: HeardWord): number {
  const middle = (word.start_time + word.end_time) / 2;
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

function secondsOf(windows: PreparedRecording['windows']): number {
  return windows.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
}

function qualityOf(segments: readonly Segment[], isNarrow: boolean): Transcript['quality'] {
  const known = segments.map(({ confidence }) => confidence).filter((confidence) => confidence !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  return isNarrow || (known.length > 0 && mean < LOW_CONFIDENCE) ? 'low' : 'medium';
}
