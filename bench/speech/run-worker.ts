import { once } from 'node:events';
import { createReadStream, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startNats } from '@debrief/local/nats';
import {
  type AppSettings,
  appEntry,
  appEnvironment,
  loadAppSettings,
} from '../../packages/cli/src/start/apps.ts';
import { cpuSeconds, memoryBytes, peakBytes } from '../cpu-time.ts';
import type { Surroundings } from '../stack.ts';
import { type Heard, handOut } from './hand-out.ts';
import type { LabelledCall } from './labelled-call.ts';

/** A recording as the worker made it out, and what that took. */
export interface Outcome extends Heard {
  /** Of the worker and everything it started. */
  cpuSeconds: number;
}

export interface Worker {
  /** Name, version and model. */
  readonly engine: string;
  hear(
    call: Pick<LabelledCall, 'file' | 'agent' | 'contact' | 'incoming'>,
    onProgress: (percent: number) => void,
  ): Promise<Outcome>;
  /** The most that the worker's own process and the most that its children together have held. */
  peaks(): { workerBytes: number; childrenBytes: number };
  stop(): Promise<void>;
}

const SAMPLE_MS = 200;

/** NATS, a host of recordings, and what starts the worker of `npm start` with one engine after another. */
export async function startSurroundings({ folder, start, stops, signal, say }: Surroundings) {
  const nats = await startNats({ dataDir: folder, log: say });
  stops.defer(() => nats.stop());
  const host = await serveFiles(stops);
  const desk = await handOut(nats.url, stops);
  const settings = await loadAppSettings();

  return {
    /** @returns null where the engine cannot be used here. */
    async startWorker(engine: string): Promise<Worker | null> {
      const env = { ...environment(nats.url, folder, settings), SPEECH_ENGINE: engine, POLL_SECONDS: '0.2' };
      const started = await start(`transcription-${engine}`, appEntry('transcription'), env);
      const about = await askReadiness((started.ready as { health_url?: string }).health_url ?? '');
      if (!about.startsWith(engine)) {
        await started.stop();
        return null;
      }
      const { pid } = started;
      let childrenBytes = 0;
      const timer = setInterval(() => {
        childrenBytes = Math.max(childrenBytes, memoryBytes(pid).children);
      }, SAMPLE_MS);
      stops.defer(() => clearInterval(timer));
      return {
        engine: about.replace(/, understands.*/, ''),
        async hear(call, onProgress) {
          const [before = 0] = cpuSeconds([pid]);
          const heard = await desk.hear(call, host.urlOf(call.file), { signal, onProgress });
          const [after = 0] = cpuSeconds([pid]);
          return { ...heard, cpuSeconds: after - before };
        },
        peaks: () => ({ workerBytes: peakBytes(pid), childrenBytes }),
        async stop() {
          clearInterval(timer);
          await started.stop();
        },
      };
    },
  };
}

/** What the worker of `npm start` gets, with a work folder of its own. */
function environment(natsUrl: string, folder: string, settings: AppSettings): Record<string, string> {
  const workDir = path.join(folder, 'work');
  mkdirSync(workDir, { recursive: true });
  return appEnvironment('transcription', {
    ...{
      settings,
      natsUrl,
      workDir,
      databaseUrls: {},
      port: 0,
      consolePort: 0,
      mailDir: null,
      allowDownload: [],
    },
    ...{ erasureList: '', cursorSecret: '', invitationSecret: '', dataDir: folder, audioDir: folder },
    compileCache: path.join(folder, 'compile-cache'),
  });
}

/** Which engine serves. */
async function askReadiness(url: string): Promise<string> {
  const answer = (await (await fetch(url)).json()) as { about?: { speech_engine?: string } };
  return answer.about?.speech_engine ?? '';
}

async function serveFiles(stops: AsyncDisposableStack) {
  const files: string[] = [];
  const server = createServer((request, response) => {
    const file = files[Number(request.url?.slice(1))];
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': statSync(file).size });
    createReadStream(file).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { urlOf: (file: string) => `http://127.0.0.1:${port}/${files.push(file) - 1}` };
}
