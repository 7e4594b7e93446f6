/** Power spectrum of real frames by a radix-2 FFT whose tables are made once. `size` is a power of two. */
export class PowerSpectrum {
  readonly size: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint32Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(size: number) {
    const bits = Math.log2(size);
    this.size = size;
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.#sines = Float64Array.from({ length: size / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
    this.#reversed = new Uint32Array(size);
    for (let i = 1; i < size; i++) {
      this.#reversed[i] = ((this.#reversed[i >> 1] ?? 0) >> 1) | ((i & 1) << (bits - 1));
    }
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /** |X(k)|² for k = 0 … size − 1, of `frame` padded with zeros. */
  of(frame: Float64Array, into: Float64Array): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let i = 0; i < this.size; i++) real[this.#reversed[i] as number] = frame[i] ?? 0;
    imaginary.fill(0);
    this.#transform(real, imaginary);
    for (let i = 0; i < this.size; i++) {
      into[i] = (real[i] as number) ** 2 + (imaginary[i] as number) ** 2;
    }
  }

  /** Autocorrelation from a power spectrum; a power spectrum is even, so the forward transform serves. */
  autocorrelation(power: Float64Array, into: Float64Array): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let i = 0; i < this.size; i++) real[this.#reversed[i] as number] = power[i] as number;
    imaginary.fill(0);
    this.#transform(real, imaginary);
    for (let i = 0; i < this.size; i++) into[i] = (real[i] as number) / this.size;
  }

  #transform(real: Float64Array, imaginary: Float64Array): void {
    for (let half = 1; half < this.size; half *= 2) {
      const stride = this.size / (2 * half);
      for (let block = 0; block < this.size; block += 2 * half) {
        for (let k = 0; k < half; k++) {
          const cosine = this.#cosines[k * stride] as number;
          const sine = this.#sines[k * stride] as number;
          const low = block + k;
          const high = low + half;
          const re = (real[high] as number) * cosine - (imaginary[high] as number) * sine;
          const im = (real[high] as number) * sine + (imaginary[high] as number) * cosine;
          real[high] = (real[low] as number) - re;
          imaginary[high] = (imaginary[low] as number) - im;
          real[low] = (real[low] as number) + re;
          imaginary[low] = (imaginary[low] as number) + im;
        }
      }
    }
  }
}
