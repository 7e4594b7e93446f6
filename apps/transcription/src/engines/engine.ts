import type { EnginePlaces } from '../work/engine-places.ts';

/** A word as an engine heard it; times in seconds from the start of what the engine was given. */
export interface Word {
  /** With its punctuation and capitals, where the model writes them. */
  text: string;
  startTime: number;
  endTime: number;
  /** 0 to 1; null when the engine does not say. */
  confidence: number | null;
  /** Where the engine gives no time of its own for it: it was said somewhere in here. */
  within?: { readonly startTime: number; readonly endTime: number };
}

/** What an engine takes that others bill. */
export interface Cost {
  /** Of audio. */
  seconds: number;
  /** In the operator's currency. */
  money: number;
}

/** Turns speech into words. Windows are independent of each other, so that the order they run in changes nothing. */
export interface Recognizer {
  /** Of its engine. */
  readonly name: string;
  readonly version: string;
  readonly model: string;
  /** Language as BCP 47; `und` when the model understands several. */
  readonly language: string;
  /** It was made from 16 kHz audio, and hears 8 kHz audio better when the band above is not empty. */
  readonly wantsFullBand?: boolean;
  /** Seconds of audio of this recording whose words were refused, because nobody can have said them. */
  readonly refusedSeconds?: number;
  /** Where it is elsewhere: its windows take no core here, and one that it is silent on must hold up no other engine's. */
  readonly places?: EnginePlaces;
  /** Where hearing costs. */
  readonly metered?: {
    /** @param windows their lengths in seconds. */
    costOf(windows: readonly number[]): Cost;
    /** By this recording, until now. */
    spent(): Cost;
  };
  /** Whether it can be used at this moment; where nothing says so beforehand, because a model may be damaged. */
  load?(onProgress: () => void): Promise<boolean>;
  /**
   * @param file 16 kHz mono WAV of at most 28 s.
   * @param onProgress for whatever shows that the engine gets on; without it for most of a lease it counts as stuck.
   */
  recognize(file: string, signal: AbortSignal, onProgress: () => void): Promise<Word[]>;
}

export interface Engine {
  readonly name: string;
  /** It serves recordings and integrations that ask for it by name, and is not part of `auto`. */
  readonly isOnlyByName?: boolean;
  /**
   * What it can be used with on this machine now; null when it cannot be used. Asked for each recording, whose words
   * then are all of one model, and for operators: it costs little.
   */
  find(): Promise<Recognizer | null>;
  /** Why it cannot be used, if that is worth a word to operators. */
  fault?(): string | null;
  /** Ends what it keeps running. */
  close?(): Promise<void>;
}
