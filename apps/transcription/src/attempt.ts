/** One try at a recording, as the code that does the work sees it. */
export interface Attempt {
  /** Ends the work: the recording is not held any more, its time is over, or the worker stops. */
  readonly signal: AbortSignal;
  /** Something was done, which renews the lease: never from a timer. */
  progress(): void;
  /** The same between two pieces of work of our own: throws the signal's reason once the work is to end. */
  step(): void;
  /** @param seconds of audio that are decoded by now. */
  decoding(seconds: number): void;
  /** @param seconds of audio there are, from which the deadline is made. */
  decoded(seconds: number): void;
  /** @param share of the audio in which speech was looked for, 0 to 1. */
  listened(share: number): void;
  /** Nothing runs until there is a place, and nothing counts meanwhile. */
  pauses(): void;
  /** It has a place to be decoded in. */
  decodes(): void;
  /** It has a place at an engine. */
  works(): void;
  /** @param share of words and voices that is made out, 0 to 1. */
  recognized(share: number): void;
  /** @param share of the audio that is written to be kept, 0 to 1. */
  kept(share: number): void;
}
