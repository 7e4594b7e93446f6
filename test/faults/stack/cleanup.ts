/** What was started is stopped in the opposite order, also when one of the stops fails. */
export interface Cleanup {
  teardown(stop: (keepsData: boolean) => unknown): void;
  run(keepsData?: boolean): Promise<void>;
}

export function createCleanup(): Cleanup {
  const stops: ((keepsData: boolean) => unknown)[] = [];
  return {
    teardown: (stop) => void stops.push(stop),
    async run(keepsData = false) {
      for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
        try {
          await stop(keepsData);
        } catch (error) {
          process.stderr.write(`while stopping: ${(error as Error).message}\n`);
        }
      }
    },
  };
}
