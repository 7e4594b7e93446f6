/** A word as an engine heard it; times in seconds from the start of what the engine was given. */
export interface Word {
  text: string;
  startTime: number;
  endTime: number;
  /** 0 to 1; null when the engine does not say. */
  confidence: number | null;
}

/** Turns speech into words. Windows are independent of each other, so that the order they run in changes nothing. */
export interface Engine {
  readonly name: string;
  readonly version: string;
  readonly model: string;
  /** Language as BCP 47. */
  readonly language: string;
  /** Whether it can be used on this machine now. */
  isAvailable(): Promise<boolean>;
  /**
   * @param file 16 kHz mono WAV of at most 28 s.
   * @param onProgress for whatever shows that the engine gets on; without it for most of a lease it counts as stuck.
   */
  recognize(file: string, signal: AbortSignal, onProgress: () => void): Promise<Word[]>;
}
