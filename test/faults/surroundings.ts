import type { AudioHost } from './stack/audio-host.ts';
import type { ModelEndpoint } from './stack/model-endpoint.ts';

/** What lies outside of Debrief and stays up for all rows. */
export interface Surroundings {
  readonly audio: AudioHost;
  readonly model: ModelEndpoint;
  /** Port of a mail server that rows start and stop. */
  readonly mailPort: number;
  /** How many times there are, and which this one is, from 0. */
  readonly run: number;
  /** Seconds of a real outage as they are under the scale of this run; never under 5, which time-outs are made for. */
  outage(realSeconds: number): number;
  /** A setting in seconds under the scale, at least so many. */
  setting(realSeconds: number, leastSeconds: number): string;
}
