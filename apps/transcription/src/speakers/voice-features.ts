import FFT from 'fft.js';

export const SAMPLE_RATE = 16_000;
/** 40 ms: two periods of the lowest pitch looked for. */
export const FRAME_SAMPLES = 640;
/** 20 ms. */
export const HOP_SAMPLES = 320;
const CEPSTRA = 14;
/** Cepstra and the logarithm of the pitch. */
export const FEATURES = CEPSTRA + 1;

const FFT_SIZE = 1024;
const MEL_BANDS = 24;
/** What a telephone lets through, so that wide and narrow recordings are measured alike. */
const LOWEST_HZ = 180;
const HIGHEST_HZ = 3_700;
const LOWEST_PITCH_HZ = 65;
const HIGHEST_PITCH_HZ = 400;
const VOICED = 0.5;
const SILENT_RMS = 30;

const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
const hertz = (m: number) => 700 * (10 ** (m / 2595) - 1);

interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

function melBands(): Band[] {
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (MEL_BANDS + 1);
  const edge = (i: number) => (hertz(mel(LOWEST_HZ) + i * step) * FFT_SIZE) / SAMPLE_RATE;
  return Array.from({ length: MEL_BANDS }, (_, i) => {
    const [low, centre, high] = [edge(i), edge(i + 1), edge(i + 2)];
    const first = Math.ceil(low);
    const weights = Float64Array.from({ length: Math.floor(high) - first + 1 }, (_, k) => {
      const bin = first + k;
      return bin < centre ? (bin - low) / (centre - low) : (high - bin) / (high - centre);
    });
    return { first, weights };
  });
}

/**
 * Measures frames of speech: mel cepstra 1 … 14 (the 0th, loudness, says more about the distance to the
 * microphone than of the voice) and the logarithm of the pitch, found as the peak of the autocorrelation
 * divided by that of the window (Boersma 1993).
 */
export class VoiceFeatures {
  readonly #fft = new FFT(FFT_SIZE);
  readonly #spectrum = new Float64Array(2 * FFT_SIZE);
  readonly #padded = new Float64Array(FFT_SIZE);
  readonly #window = Float64Array.from(
    { length: FRAME_SAMPLES },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / FRAME_SAMPLES),
  );
  readonly #bands = melBands();
  readonly #cosines = Array.from({ length: CEPSTRA }, (_, c) =>
    Float64Array.from({ length: MEL_BANDS }, (_, b) => Math.cos((Math.PI * (c + 1) * (b + 0.5)) / MEL_BANDS)),
  );
  readonly #frame = new Float64Array(FRAME_SAMPLES);
  readonly #power = new Float64Array(FFT_SIZE);
  readonly #correlation = new Float64Array(FFT_SIZE);
  readonly #windowCorrelation = new Float64Array(FFT_SIZE);
  readonly #logBands = new Float64Array(MEL_BANDS);

  constructor() {
    this.#transform(this.#window);
    this.#correlate(this.#windowCorrelation);
  }

  /** Fills `into` (FEATURES numbers) and says whether the frame is voiced speech; else `into` means nothing. */
  measure(samples: Int16Array, from: number, into: Float64Array): boolean {
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      const sample = samples[from + i] as number;
      sum += sample;
      squares += sample * sample;
    }
    const mean = sum / FRAME_SAMPLES;
    if (Math.sqrt(Math.max(0, squares / FRAME_SAMPLES - mean * mean)) < SILENT_RMS) return false;
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      this.#frame[i] = ((samples[from + i] as number) - mean) * (this.#window[i] as number);
    }
    this.#transform(this.#frame);
    const pitch = this.#pitch();
    if (pitch === null) return false;
    this.#cepstra(into);
    into[CEPSTRA] = Math.log(pitch);
    return true;
  }

  /** Leaves the power spectrum of a frame in `#power`. */
  #transform(frame: Float64Array): void {
    this.#padded.set(frame);
    this.#fft.realTransform(this.#spectrum, this.#padded);
    for (let k = 0; k <= FFT_SIZE / 2; k++) {
      const power = (this.#spectrum[2 * k] as number) ** 2 + (this.#spectrum[2 * k + 1] as number) ** 2;
      this.#power[k] = power;
      // A real frame's spectrum is even.
      if (k > 0) this.#power[FFT_SIZE - k] = power;
    }
  }

  /** Autocorrelation from the power spectrum, for lags below half of FFT_SIZE; being even, it needs no inverse. */
  #correlate(into: Float64Array): void {
    this.#fft.realTransform(this.#spectrum, this.#power);
    for (let lag = 0; lag < FFT_SIZE / 2; lag++) into[lag] = (this.#spectrum[2 * lag] as number) / FFT_SIZE;
  }

  #pitch(): number | null {
    const at = this.#correlation;
    this.#correlate(at);
    const shortest = Math.floor(SAMPLE_RATE / HIGHEST_PITCH_HZ);
    const longest = Math.ceil(SAMPLE_RATE / LOWEST_PITCH_HZ);
    const energy = (at[0] as number) / (this.#windowCorrelation[0] as number);
    let best = 0;
    let bestLag = 0;
    for (let lag = shortest; lag <= longest; lag++) {
      const here = at[lag] as number;
      if (here <= 0 || here < (at[lag - 1] as number) || here < (at[lag + 1] as number)) continue;
      const strength = here / (this.#windowCorrelation[lag] as number) / energy;
      // A multiple of the period is as strong as the period: the shorter lag wins a near tie.
      const favoured = strength - 0.02 * Math.log2(lag / shortest);
      if (strength > VOICED && favoured > best) {
        best = favoured;
        bestLag = lag;
      }
    }
    return bestLag === 0 ? null : SAMPLE_RATE / bestLag;
  }

  #cepstra(into: Float64Array): void {
    for (const [b, { first, weights }] of this.#bands.entries()) {
      let energy = 1;
      for (let k = 0; k < weights.length; k++) {
        energy += (weights[k] as number) * (this.#power[first + k] as number);
      }
      this.#logBands[b] = Math.log(energy);
    }
    for (const [c, cosines] of this.#cosines.entries()) {
      let sum = 0;
      for (let b = 0; b < MEL_BANDS; b++) sum += (cosines[b] as number) * (this.#logBands[b] as number);
      into[c] = sum / MEL_BANDS;
    }
  }
}
