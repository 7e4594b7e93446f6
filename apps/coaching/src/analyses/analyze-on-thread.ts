import { parentPort } from 'node:worker_threads';
import { builtInCoach } from '../engines/built-in/built-in-coach.ts';
import type { AnalysisRequest } from './analysis-threads.ts';

/** The body of an analysis thread: one recording at a time, nothing shared with anything. */
parentPort?.on('message', ({ transcript, rubric, context }: AnalysisRequest) => {
  try {
    parentPort?.postMessage({ result: builtInCoach.analyze(transcript, rubric, context) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
