import type { Layer } from '../src/engines/built-in/classifier/network.ts';

const KEEP = 0.9;
const KEEP_SQUARE = 0.999;

/** Adam (Kingma and Ba, 2015) for one layer: collects slopes over a batch, then steps. */
export class Adam {
  readonly #layer: Layer;
  readonly #rate: number;
  readonly #decay: number;
  readonly #weights: Moments;
  readonly #biases: Moments;
  #steps = 0;

  constructor(layer: Layer, rate: number, decay: number) {
    this.#layer = layer;
    this.#rate = rate;
    this.#decay = decay;
    this.#weights = new Moments(layer.weights.length);
    this.#biases = new Moments(layer.biases.length);
  }

  /** Adds one example's slopes; leaves those of its input in `inputSlope`. */
  collect(input: Float32Array, error: Float32Array, inputSlope: Float32Array): void {
    const { outputs, weights } = this.#layer;
    const slopes = this.#weights.slopes;
    const biases = this.#biases.slopes;
    for (let o = 0; o < outputs; o += 1) biases[o] = (biases[o] as number) + (error[o] as number);
    for (let i = 0; i < input.length; i += 1) {
      const value = input[i] as number;
      const start = i * outputs;
      let slope = 0;
      for (let o = 0; o < outputs; o += 1) {
        const e = error[o] as number;
        if (e === 0) continue;
        slope += e * (weights[start + o] as number);
        slopes[start + o] = (slopes[start + o] as number) + value * e;
      }
      inputSlope[i] = slope;
    }
  }

  step(examples: number, pace: number): void {
    this.#steps += 1;
    const unbias = Math.sqrt(1 - KEEP_SQUARE ** this.#steps) / (1 - KEEP ** this.#steps);
    const rate = this.#rate * pace * unbias;
    this.#weights.step(this.#layer.weights, examples, rate, this.#decay);
    this.#biases.step(this.#layer.biases, examples, rate, 0);
  }
}

class Moments {
  readonly slopes: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;

  constructor(length: number) {
    this.slopes = new Float32Array(length);
    this.#first = new Float32Array(length);
    this.#second = new Float32Array(length);
  }

  step(values: Float32Array, examples: number, rate: number, decay: number): void {
    for (let i = 0; i < values.length; i += 1) {
      const slope = (this.slopes[i] as number) / examples + decay * (values[i] as number);
      const first = KEEP * (this.#first[i] as number) + (1 - KEEP) * slope;
      const second = KEEP_SQUARE * (this.#second[i] as number) + (1 - KEEP_SQUARE) * slope * slope;
      this.#first[i] = first;
      this.#second[i] = second;
      values[i] = (values[i] as number) - (rate * first) / (Math.sqrt(second) + 1e-8);
    }
    this.slopes.fill(0);
  }
}
