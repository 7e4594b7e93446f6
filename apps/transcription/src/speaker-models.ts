import type { Logger } from '@debrief/service-kit/logger';
import type { Attempt } from './attempt.ts';
import { findSpeechBySilero, sileroChildren } from './audio/find-speech-silero.ts';
import { ModelChildren } from './engines/model-children.ts';
import type { SpeechRegion, VoicedRegion } from './speakers/separate-voices.ts';
import { diarizationChildren, tellVoices } from './speakers/tell-voices.ts';

/** Models that tell where somebody speaks, and who, where they are in use. Null means: do without. */
export class SpeakerModels {
  readonly #speech: ModelChildren;
  readonly #voices: ModelChildren;

  /** @param max children of each kind at once. */
  constructor(options: { modelsDir: string; log: Logger; max: number }) {
    this.#speech = new ModelChildren({ ...options, ...sileroChildren });
    this.#voices = new ModelChildren({ ...options, ...diarizationChildren });
  }

  findSpeech(
    file: string,
    sounding: readonly SpeechRegion[],
    attempt: Attempt,
    onShare: (share: number) => void,
  ): Promise<SpeechRegion[] | null> {
    const { signal } = attempt;
    const onProgress = () => attempt.progress();
    return findSpeechBySilero(this.#speech, { file, sounding, signal, onProgress, onShare });
  }

  tellVoices(
    file: string,
    attempt: Attempt,
    onShare: (share: number) => void,
  ): Promise<VoicedRegion[] | null> {
    const { signal } = attempt;
    return tellVoices(this.#voices, { file, signal, onProgress: () => attempt.progress(), onShare });
  }

  /** Whether voices are told apart by models, which takes an engine's place. */
  tellsVoices(): Promise<boolean> {
    return this.#voices.isReady();
  }

  get faults(): string[] {
    return [this.#speech, this.#voices].flatMap(({ fault }) => fault ?? []);
  }

  close(): void {
    this.#speech.close();
    this.#voices.close();
  }
}
